//! Tests of what the settings lead to.

use clap::Parser as _;

use super::{
    Mail, SignIn, sender,
    services::{ProviderUrl, Providers, Switch, is_own},
};
use crate::Cli;

#[test]
fn raised_rate_limits_need_a_service_of_ones_own() {
    let providers = |url: &str, per_second, per_minute| Providers {
        jikan_url: url.parse().unwrap(),
        jikan_per_second: per_second,
        jikan_per_minute: per_minute,
        mirror: Switch::On,
        mirror_extras: Switch::On,
        kitsu_url: ProviderUrl::Off,
    };
    let foreign = "https://api.example.org/v4";
    assert!(providers(foreign, 3, 60).jikan().is_ok());
    for (second, minute) in [(4, 60), (3, 61)] {
        assert!(providers(foreign, second, minute).jikan().is_err());
        let own = providers("http://127.0.0.1:9/v4", second, minute).jikan();
        assert_eq!(own.unwrap().unwrap().limits.per_minute, minute);
    }
    for own in [
        "http://localhost:1",
        "http://jikan/v4",
        "http://[::1]:80/",
        "http://10.0.0.7",
    ] {
        assert!(is_own(own), "{own}");
    }
    for foreign in [
        "http://8.8.8.8:1",
        "http://[2001:db8::1]",
        "https://localhost.example.org",
    ] {
        assert!(!is_own(foreign), "{foreign}");
    }
}

#[test]
fn mirror_is_off_without_a_service() {
    let jikan = "http://127.0.0.1:9/v4";
    let providers = |url: &str, mirror, mirror_extras| Providers {
        jikan_url: url.parse().unwrap(),
        jikan_per_second: 1,
        jikan_per_minute: 1,
        mirror,
        mirror_extras,
        kitsu_url: ProviderUrl::Off,
    };
    for (url, mirror, mirror_extras, expected) in [
        (jikan, Switch::On, Switch::On, (true, true)),
        (jikan, Switch::On, Switch::Off, (true, false)),
        (jikan, Switch::Off, Switch::On, (false, false)),
        ("off", Switch::On, Switch::On, (false, false)),
    ] {
        let providers = providers(url, mirror, mirror_extras);
        assert_eq!((providers.mirror(), providers.mirror_extras()), expected);
    }
}

#[test]
fn default_mail_sender_uses_the_public_host() {
    for (url, host) in [
        ("https://mitai.example", "mitai.example"),
        ("https://mitai.example:8443/base", "mitai.example"),
        ("http://localhost:8080", "localhost"),
        ("http://127.0.0.1:8080", "localhost"),
        ("http://[::1]:8080", "localhost"),
    ] {
        assert_eq!(sender(url), format!("Mitai <no-reply@{host}>"));
        let mail = Mail {
            smtp_url: Some("smtp://127.0.0.1:25".into()),
            mail_from: None,
        };
        assert!(mail.mailer(url).unwrap().is_some(), "{url}");
    }
}

#[test]
fn social_links_must_be_web_addresses() {
    let taken = |url| {
        let line = ["mitai", "serve", "--social-youtube", url];
        Cli::try_parse_from(line).is_ok()
    };
    assert!(taken("https://social.example/mitai"));
    for wrong in ["javascript:alert(1)", "social.example/mitai", "/about", ""] {
        assert!(!taken(wrong), "{wrong}");
    }
}

#[test]
fn sign_in_and_mail_are_configured_whole_or_not_at_all() {
    let sign_in = |id: Option<&str>, secret: Option<&str>| SignIn {
        issuer: identity::GOOGLE.into(),
        client_id: id.map(str::to_owned),
        client_secret: secret.map(str::to_owned),
    };
    let url = "https://mitai.example";
    assert!(sign_in(None, None).provider(url).unwrap().is_none());
    assert!(sign_in(Some(""), Some("")).provider(url).unwrap().is_none());
    let provider = sign_in(Some("id"), Some("secret")).provider(url).unwrap();
    assert!(provider.is_some());
    let Err(error) = sign_in(Some("id"), None).provider(url) else {
        panic!("a client without a secret was taken");
    };
    assert!(error.to_string().contains("MITAI_OIDC_CLIENT_SECRET"));
    let no_mail = Mail {
        smtp_url: None,
        mail_from: None,
    };
    assert!(no_mail.mailer(url).unwrap().is_none());
}

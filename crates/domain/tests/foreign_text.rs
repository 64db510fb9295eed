//! Texts that people and sources write, whatever stands in them.

use domain::{
    account::{Email, MAX_EMAIL_CHARS, UserId},
    anime::Synopsis,
    picture::Tag,
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn parsed_email_addresses_are_well_formed(text in "\\PC{0,40}[@. ]{0,3}\\PC{0,260}") {
        if let Some(email) = Email::parse(&text) {
            let address = email.as_str();
            prop_assert!(address.chars().count() <= MAX_EMAIL_CHARS);
            prop_assert_eq!(address.matches('@').count(), 1);
            prop_assert!(!address.contains(|c: char| c.is_whitespace() || c.is_control()));
            prop_assert_eq!(Email::parse(address), Some(email.clone()));
            let logged = format!("{email:?}");
            prop_assert!(!logged.contains(address));
        }
    }

    #[test]
    fn email_address_has_no_line_breaks(text in any::<String>()) {
        if let Some(email) = Email::parse(&text) {
            prop_assert!(!email.as_str().contains(['\r', '\n', '\0']));
        }
    }

    #[test]
    fn synopsis_is_split_without_adding_text(text in "\\PC{0,60}[\\(\\[\\)\\]\\n]{0,4}(Source: )?\\PC{0,200}[\\)\\]\\n ]{0,3}") {
        let Synopsis { text: about, credit } = Synopsis::read(&text);
        prop_assert!(text.contains(about));
        prop_assert!(credit.is_none_or(|credit| text.contains(credit) && credit.len() <= 160));
    }

    #[test]
    fn pictures_tag_comes_back_as_it_was_written(source in any::<String>(), text in any::<String>()) {
        let tag = Tag::of(&source);
        prop_assert_eq!(Tag::parse(&tag.to_string()), Some(tag));
        if let Some(tag) = Tag::parse(&text) {
            prop_assert_eq!(tag.to_string(), text.to_lowercase());
        }
    }

    #[test]
    fn user_id_has_only_characters_that_an_address_may_have(text in any::<String>()) {
        if let Some(uid) = UserId::parse(&text) {
            prop_assert!(uid.as_str().bytes().all(|c| c.is_ascii_graphic() && c != b'/' && c != b'%'));
        }
    }
}

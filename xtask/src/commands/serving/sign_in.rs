//! The local sign-in provider, which takes Google's place on a fresh machine.

use std::{
    io::{BufRead as _, BufReader},
    process::{ChildStdout, Stdio},
};

use anyhow::{Context as _, Result};

use crate::{node, paths, process, process::Running};

/// The words that the provider prints before its address.
const LISTENS: &str = "Sign-in provider listens on ";
/// The path where the server takes the provider's answers.
const CALLBACK: &str = "/api/v1/auth/google/callback";
const CLIENT_ID: &str = "mitai";
/// The client's secret, which is none: the provider and its users are on this machine.
const CLIENT_SECRET: &str = "local";

/// A running provider; dropping it stops it.
pub(super) struct SignIn {
    _program: Running,
    /// The provider's output, which is kept open: a program that cannot print might stop over it.
    _output: BufReader<ChildStdout>,
    issuer: String,
}

impl SignIn {
    /// Starts a provider for a site at `public_url`.
    pub(super) fn start(public_url: &str) -> Result<Self> {
        let folder = paths::sign_in_provider();
        node::install(&folder)?;
        let redirect = format!("{}{CALLBACK}", public_url.trim_end_matches('/'));
        let mut node = process::command("node");
        node.current_dir(folder)
            .args(["main.mjs", "--client-id", CLIENT_ID])
            .args(["--client-secret", CLIENT_SECRET])
            .args(["--redirect-uri", &redirect])
            .stdout(Stdio::piped());
        let mut program = Running::start(&mut node)?;
        let mut output = program.lines()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        let issuer = line
            .strip_prefix(LISTENS)
            .context("the sign-in provider ended before it listened")?
            .trim()
            .to_owned();
        println!(
            "No Google client is configured (MITAI_OIDC_CLIENT_ID): who signs in with Google \
             meets a provider of this machine, with made-up accounts."
        );
        Ok(Self {
            _program: program,
            _output: output,
            issuer,
        })
    }

    /// Returns the server's settings for the provider, as variables of the environment.
    pub(super) fn settings(&self) -> [(&'static str, &str); 3] {
        [
            ("MITAI_OIDC_ISSUER", &self.issuer),
            ("MITAI_OIDC_CLIENT_ID", CLIENT_ID),
            ("MITAI_OIDC_CLIENT_SECRET", CLIENT_SECRET),
        ]
    }
}

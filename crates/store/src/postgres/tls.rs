//! Which server an encrypted connection accepts.

use std::{path::Path, sync::Arc};

use domain::{Error, Result};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{
        CryptoProvider, WebPkiSupportedAlgorithms, aws_lc_rs, verify_tls12_signature,
        verify_tls13_signature,
    },
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject as _},
};
use rustls_platform_verifier::Verifier;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::url::{Authority, Trust};

/// The TLS configuration for connections that trust `trust`.
///
/// # Errors
/// Fails if the certificates to trust, of the file or of the system, cannot be read.
pub(super) fn connector(trust: &Trust) -> Result<MakeRustlsConnect> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let lenient = |chain| -> Arc<dyn ServerCertVerifier> {
        Arc::new(Lenient {
            chain,
            provider: Arc::clone(&provider),
        })
    };
    let verifier = match trust {
        Trust::Anyone => lenient(None),
        Trust::Authority(path) => lenient(Some(of_file(path, &provider)?)),
        Trust::Name(authority) => verifier(authority, &provider)?,
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::internal("preparing TLS to PostgreSQL", error))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn verifier(
    authority: &Authority,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>> {
    match authority {
        Authority::System => Ok(Arc::new(Verifier::new(Arc::clone(provider)).map_err(
            |error| {
                let looking = "looking for the certificates that this machine trusts";
                Error::internal(looking, error)
            },
        )?)),
        Authority::File(path) => Ok(of_file(path, provider)?),
    }
}

fn of_file(path: &Path, provider: &Arc<CryptoProvider>) -> Result<Arc<WebPkiServerVerifier>> {
    let roots = Arc::new(roots(path).map_err(|error| unreadable(path, &error))?);
    WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(provider))
        .build()
        .map_err(|error| unreadable(path, &error))
}

fn roots(path: &Path) -> Result<RootCertStore, Box<dyn std::error::Error>> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path)? {
        roots.add(certificate?)?;
    }
    Ok(roots)
}

fn unreadable(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    Error::Invalid(format!(
        "The file {} that the database address names as sslrootcert has no certificates to trust \
         ({reason}).",
        path.display()
    ))
}

/// Takes certificates for any name, and, without a chain to hold them to, any certificate: then what it
/// signs proves nothing either, and it may be of a form that rustls does not read.
#[derive(Debug)]
struct Lenient {
    chain: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl Lenient {
    fn unless_anyone(
        &self,
        verify: impl FnOnce(
            &WebPkiSupportedAlgorithms,
        ) -> Result<HandshakeSignatureValid, rustls::Error>,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        match self.chain {
            Some(_) => verify(&self.provider.signature_verification_algorithms),
            None => Ok(HandshakeSignatureValid::assertion()),
        }
    }
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(chain) = &self.chain else {
            return Ok(ServerCertVerified::assertion());
        };
        match chain.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The verifier checks the chain before the name, so the chain is valid
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.unless_anyone(|known| verify_tls12_signature(message, certificate, signature, known))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.unless_anyone(|known| verify_tls13_signature(message, certificate, signature, known))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let known = self.provider.signature_verification_algorithms;
        known.supported_schemes()
    }
}

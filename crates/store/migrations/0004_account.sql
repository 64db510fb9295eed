-- Accounts and what signs their owners in. Of what lets somebody in only a digest is stored. Everything that
-- belongs to an account goes with it, and has an index by which it is found for that.

CREATE TABLE account (
    uid TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    email TEXT NOT NULL,
    -- The form in which addresses are compared
    email_folded TEXT NOT NULL UNIQUE,
    photo_url TEXT,
    -- NULL where only an identity provider signs in
    password_hash TEXT,
    created_at TEXT NOT NULL
);

CREATE TABLE account_identity (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    uid TEXT NOT NULL REFERENCES account (uid) ON DELETE CASCADE,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX account_identity_uid ON account_identity (uid);

CREATE TABLE session (
    secret_hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    uid TEXT NOT NULL REFERENCES account (uid) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    user_agent TEXT NOT NULL
);
CREATE INDEX session_uid ON session (uid);

CREATE TABLE password_reset (
    uid TEXT PRIMARY KEY REFERENCES account (uid) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL
);

-- Sign-ins at an identity provider that have begun; whose they are is not known yet.
CREATE TABLE sign_in_attempt (
    state_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    context TEXT NOT NULL,
    expires_at TEXT NOT NULL
);

CREATE TABLE pending_link (
    secret_hash TEXT PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES account (uid) ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    photo_url TEXT,
    expires_at TEXT NOT NULL
);
CREATE INDEX pending_link_uid ON pending_link (uid);

-- What leads to an account by something else than its uid, each by a table of its own whose key is what is
-- known: where tables are spread over several nodes by their keys, each of these and each account is found on one. No
-- foreign key leads from here to account, which may be on another node.

CREATE TABLE account_email (
    email_folded TEXT PRIMARY KEY,
    uid TEXT NOT NULL
);
INSERT INTO account_email (email_folded, uid) SELECT email_folded, uid FROM account;

CREATE TABLE identity_owner (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    uid TEXT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
INSERT INTO identity_owner (issuer, subject, uid) SELECT issuer, subject, uid FROM account_identity;

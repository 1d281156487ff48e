-- An optional second factor at sign-in (TOTP, RFC 6238). The secret is sealed; empty for a user without one.
ALTER TABLE users ADD COLUMN totp_secret TEXT NOT NULL DEFAULT '';
-- The time step of the last code that was accepted: each code opens once.
ALTER TABLE users ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;
CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, position)
) STRICT, WITHOUT ROWID;

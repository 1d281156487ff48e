-- Users can be disabled, and sessions say which browser holds them.
ALTER TABLE users ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1));
-- The last sign-in; 0 before the first.
ALTER TABLE users ADD COLUMN signed_in_ms INTEGER NOT NULL DEFAULT 0;
-- Raised when every known browser of the user must become a stranger again (device cookies).
ALTER TABLE users ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';
-- SHA-256 of the cookie that the token is bound to; empty for a session that was opened without TLS.
ALTER TABLE sessions ADD COLUMN bound_hash TEXT NOT NULL DEFAULT '';
-- When the password was last typed in this session.
ALTER TABLE sessions ADD COLUMN fresh_ms INTEGER NOT NULL DEFAULT 0;

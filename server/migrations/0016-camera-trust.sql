-- Whom the encrypted connections of a camera are verified against: empty for the system's authorities,
-- certificates (PEM) for these alone, the fingerprint of a key for this one alone.
ALTER TABLE camera ADD COLUMN server_trust TEXT NOT NULL DEFAULT '';

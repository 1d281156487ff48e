-- A one-time password that an administrator handed out ends; null for a password of the user's own choice.
ALTER TABLE users ADD COLUMN password_until_ms INTEGER;

-- A role for users who only check events.
ALTER TABLE users RENAME COLUMN role TO role_before;
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'viewer' CHECK (role IN ('admin', 'operator', 'checker', 'viewer'));
UPDATE users SET role = role_before;
ALTER TABLE users DROP COLUMN role_before;

-- Who may sign in. Times are milliseconds since 1970, as everywhere in this database.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  introduction TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL CHECK (role IN ('admin', 'operator', 'viewer')),
  password_hash TEXT NOT NULL,
  -- 1 while the password is the one that was printed at first start.
  must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
  created_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL
) STRICT;

-- Tokens are stored as SHA-256, so that a copy of this file opens no session.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  address TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Failed sign-ins by key (user and address, address, everybody): the counting survives a restart.
CREATE TABLE throttle (
  key TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  revision INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Memory (percent) and temperature (degrees Celsius) of the last day, a row every five minutes.
CREATE TABLE vitals (
  timestamp_ms INTEGER PRIMARY KEY,
  memory REAL NOT NULL,
  temperature REAL
) STRICT;

-- The template demonstration list (spec §2 /baseTemplate, §7).
CREATE TABLE template_rows (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 64)
INSERT INTO template_rows (id, title, author, created_ms)
SELECT
  n,
  'Template row ' || n,
  CASE n % 3 WHEN 0 THEN 'admin' WHEN 1 THEN 'operator' ELSE 'viewer' END,
  1767225600000 + n * 5400000
FROM counter;

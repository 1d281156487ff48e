-- The device's own logs (spec §3, §4: service, user, application, alarm), laid out for a million rows on a small box, and who may reach the console.

-- A number is never given twice, so that a gap tells of rows that were taken away.
CREATE TABLE log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  timestamp_ms INTEGER NOT NULL,
  type INTEGER NOT NULL, -- spec §4, without the journal of the system
  level INTEGER NOT NULL, -- position in spec §4's list: 0 DEBUG to 4 CRITICAL
  content TEXT NOT NULL,
  detail TEXT -- JSON: what happened in words for programs, or who changed what
) STRICT;
-- Kinds are few: each list is read from a few stretches of this index, never from the whole table.
CREATE INDEX log_by_kind ON log (type, level, timestamp_ms);

-- How many rows of each kind an hour has, and their bytes: totals, deep pages and the budget without counting a million rows.
-- system/log.store.ts alone writes both tables, always in one transaction.
CREATE TABLE log_tally (
  hour INTEGER NOT NULL, -- hours since 1970
  type INTEGER NOT NULL,
  level INTEGER NOT NULL,
  n INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (hour, type, level)
) STRICT, WITHOUT ROWID;

-- Network addresses that may reach the console, each in its one normal form. None means everybody.
CREATE TABLE whitelist (
  address TEXT PRIMARY KEY,
  comment TEXT NOT NULL,
  create_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

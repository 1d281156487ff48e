-- Acts that can be undone (docs/decisions/0050): who did what, and what it replaced. Secrets in `parts` are sealed.
CREATE TABLE act (
  act_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  done_by TEXT NOT NULL,
  call TEXT NOT NULL, -- whose roles an undo needs
  kind TEXT NOT NULL, -- contract, act_kinds
  names TEXT NOT NULL, -- JSON: what it was about, for people
  counts TEXT NOT NULL, -- JSON: how many of each
  gaps TEXT NOT NULL, -- JSON: contract, act_gaps
  parts TEXT NOT NULL, -- JSON: each changed part before and after; empty once it is pruned
  until_ms INTEGER NOT NULL,
  undone_ms INTEGER, -- null while it stands
  undone_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX act_by_time ON act (at_ms, act_id);

-- The rows of a deleted event, as JSON; its files lie below acts/<act_id>.
CREATE TABLE act_event (
  act_id INTEGER NOT NULL REFERENCES act ON DELETE CASCADE,
  uuid TEXT NOT NULL,
  event_rows TEXT NOT NULL,
  PRIMARY KEY (act_id, uuid)
) STRICT, WITHOUT ROWID;

-- Who has taken an alarm upon themselves, and which kinds are silenced until when.
ALTER TABLE alarm ADD COLUMN acknowledged_by TEXT NOT NULL DEFAULT '';
ALTER TABLE alarm ADD COLUMN acknowledged_ms INTEGER;

CREATE TABLE alarm_silence (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT;

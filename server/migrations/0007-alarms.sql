-- Alarms of the device: what was bad from when to when, and what became of its mails.
CREATE TABLE alarm (
  alarm_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL, -- what it is about: a camera_sn, an address, or nothing
  name TEXT NOT NULL,
  severity TEXT NOT NULL,
  facts TEXT NOT NULL, -- JSON, as it was when it was raised
  since_ms INTEGER NOT NULL,
  raised_ms INTEGER NOT NULL,
  recovered_ms INTEGER,
  -- 0: nobody is told. 1: waits for a mail. 2: mailed. 3: some have it, and the others get it with the next try.
  raised_notice INTEGER NOT NULL DEFAULT 0,
  recovered_notice INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Of one thing there is one alarm at a time.
CREATE UNIQUE INDEX alarm_open ON alarm (kind, subject) WHERE recovered_ms IS NULL;
CREATE INDEX alarm_notice ON alarm (alarm_id) WHERE raised_notice IN (1, 3) OR recovered_notice IN (1, 3);

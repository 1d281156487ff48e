-- Stays as the time axis shows them (docs/decisions/0054): who stood on which lot from when to when. Drawn from the events and nothing of its own; workers/stay-keeper.ts brings it up to date.
CREATE TABLE stay (
  stay_id INTEGER PRIMARY KEY, -- event_id of its first event
  lot_no TEXT NOT NULL,
  place_id INTEGER NOT NULL, -- of its first event
  entry_id INTEGER, -- event_id with which it begins; null where only the exit is known
  exit_id INTEGER,
  begin_ms INTEGER NOT NULL, -- its first event
  seen_ms INTEGER NOT NULL, -- its last event: the vehicle was certainly there until then
  end_ms INTEGER, -- its exit; the next entry where the exit is missing; null while it is open
  plate_number TEXT NOT NULL,
  plate_key TEXT NOT NULL,
  marks INTEGER NOT NULL, -- contract, stay_marks, a bit for each
  accepted INTEGER NOT NULL, -- those that a user has accepted
  irregular INTEGER GENERATED ALWAYS AS ((marks & 31) & ~accepted) VIRTUAL -- those that wait for a user
) STRICT;
CREATE INDEX stay_begin ON stay (begin_ms);
CREATE INDEX stay_of_lot ON stay (lot_no, begin_ms, end_ms);
CREATE INDEX stay_of_plate ON stay (plate_key, begin_ms) WHERE plate_key <> '';
-- Those that reach further than the day before the one that is read.
CREATE INDEX stay_long ON stay (end_ms, begin_ms) WHERE end_ms IS NULL OR end_ms - begin_ms > 86400000;
CREATE INDEX stay_irregular ON stay (begin_ms, stay_id, irregular) WHERE irregular <> 0;

-- Where stays are to be computed: the places whose events changed, from the first to the last changed event.
CREATE TABLE stay_due (
  place_id INTEGER PRIMARY KEY,
  since_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT;
INSERT INTO stay_due SELECT place_id, -9007199254740991, 9007199254740991 FROM place;

CREATE TRIGGER stay_due_in AFTER INSERT ON event WHEN new.event_type IN (0, 1, 2, 3, 9, 10) BEGIN
  INSERT INTO stay_due VALUES (new.place_id, new.event_ms, new.event_ms)
    ON CONFLICT DO UPDATE SET since_ms = min(since_ms, new.event_ms), until_ms = max(until_ms, new.event_ms);
END;
CREATE TRIGGER stay_due_out AFTER DELETE ON event WHEN old.event_type IN (0, 1, 2, 3, 9, 10) BEGIN
  INSERT INTO stay_due VALUES (old.place_id, old.event_ms, old.event_ms)
    ON CONFLICT DO UPDATE SET since_ms = min(since_ms, old.event_ms), until_ms = max(until_ms, old.event_ms);
END;
-- Statuses that change nothing about a stay are most of them.
CREATE TRIGGER stay_due_move AFTER UPDATE OF status, checked_plate, to_check ON event
WHEN new.event_type IN (0, 1, 2, 3, 9, 10) AND (old.checked_plate IS NOT new.checked_plate OR old.to_check <> new.to_check
  OR old.status <> new.status AND (old.status IN (5, 8, 9) OR new.status IN (5, 8, 9))) BEGIN
  INSERT INTO stay_due VALUES (new.place_id, new.event_ms, new.event_ms)
    ON CONFLICT DO UPDATE SET since_ms = min(since_ms, new.event_ms), until_ms = max(until_ms, new.event_ms);
END;
CREATE TRIGGER stay_due_check AFTER INSERT ON event_check BEGIN
  INSERT INTO stay_due SELECT place_id, event_ms, event_ms FROM event WHERE event_id = new.event_id
    ON CONFLICT DO UPDATE SET since_ms = min(since_ms, excluded.since_ms), until_ms = max(until_ms, excluded.until_ms);
END;

-- What users did to irregular stays, why, and who took it back.
CREATE TABLE stay_repair (
  repair_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  done_by TEXT NOT NULL,
  act TEXT NOT NULL, -- contract, stay_repairs
  reason TEXT NOT NULL,
  lot_no TEXT NOT NULL,
  entry_uuid TEXT NOT NULL, -- the stay as the user saw it
  exit_uuid TEXT NOT NULL,
  uuids TEXT NOT NULL, -- JSON: the events that it added, discarded or corrected
  accepted INTEGER NOT NULL, -- the irregularities that it accepted, a bit for each
  undone_ms INTEGER, -- null while it stands
  undone_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX stay_repair_of_entry ON stay_repair (entry_uuid) WHERE entry_uuid <> '';
CREATE INDEX stay_repair_of_exit ON stay_repair (exit_uuid) WHERE exit_uuid <> '';

-- When the device was not running, and when its clock was set (workers/clock-steps.ts).
CREATE TABLE clock_gap (
  gap_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL, -- contract, gap_kinds
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  step_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX clock_gap_by_time ON clock_gap (to_ms, from_ms);

-- The way of an event to the platform: what was tried, what lies in the storage, the clip, who checked it and what they said.
ALTER TABLE event ADD COLUMN checked_plate TEXT; -- what somebody who checked it says; null where nobody has. plate_number is what was read, for good
ALTER TABLE event ADD COLUMN to_check INTEGER NOT NULL DEFAULT 0; -- 1: somebody should look at it
ALTER TABLE event ADD COLUMN correction INTEGER NOT NULL DEFAULT 0; -- how often it was corrected after the platform had it
ALTER TABLE event ADD COLUMN media_gone_ms INTEGER; -- when its pictures and its clip were let go (retention); null while they are there
ALTER TABLE event ADD COLUMN lane INTEGER GENERATED ALWAYS AS (iif(event_type IN (4, 5, 6), 1, 0)) VIRTUAL; -- 1: timer pictures, which have an address of their own

CREATE TRIGGER event_plate_as_read BEFORE UPDATE OF plate_number ON event WHEN old.plate_number <> new.plate_number BEGIN
  SELECT RAISE(ABORT, 'what was read of a plate is never overwritten');
END;

CREATE INDEX event_to_check ON event (event_ms, event_id) WHERE to_check = 1;
CREATE INDEX event_of_lot ON event (place_id, event_ms, event_id);
CREATE INDEX event_stay ON event (place_id, event_ms) WHERE event_type IN (0, 1, 2, 3); -- who stands in a lot, however many timer pictures were taken of it
DROP INDEX event_queue;
CREATE INDEX event_queue ON event (status, next_try_ms) WHERE status IN (0, 1, 4, 6, 7);
DROP INDEX event_head;
CREATE INDEX event_head ON event (place_id, lane, event_id) WHERE status IN (0, 1, 6, 7);

INSERT INTO event_move_rule VALUES (5, 6), (5, 0), (5, 1);

CREATE TABLE event_attempt (
  attempt_id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  step TEXT NOT NULL, -- contract, attempt_steps
  outcome TEXT NOT NULL, -- contract, attempt_outcomes
  address TEXT NOT NULL, -- where to, without secrets
  info TEXT NOT NULL, -- what the other end said
  took_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX event_attempt_of ON event_attempt (event_id, attempt_id);
-- A platform that is dead for a week must not fill the disk with the tries of one event: the newest fifty stay, `count_tried` counts them all.
CREATE TRIGGER event_attempt_kept AFTER INSERT ON event_attempt BEGIN
  DELETE FROM event_attempt WHERE event_id = new.event_id
    AND attempt_id <= (SELECT attempt_id FROM event_attempt WHERE event_id = new.event_id ORDER BY attempt_id DESC LIMIT 1 OFFSET 50);
END;

CREATE TABLE event_object (
  event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
  n INTEGER NOT NULL, -- from 1, as in the key
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  stored_ms INTEGER NOT NULL,
  PRIMARY KEY (event_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_clip (
  event_id INTEGER PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  outcome INTEGER, -- null: still to be recorded; 1: recorded; 2: there is none
  why TEXT NOT NULL DEFAULT '', -- contract, clip_absences; empty for one that was recorded
  width INTEGER NOT NULL DEFAULT 0,
  height INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  sha256 BLOB
) STRICT;
CREATE INDEX clip_to_record ON event_clip (event_id) WHERE outcome IS NULL;

CREATE TABLE event_check (
  check_id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  checked_by TEXT NOT NULL,
  verdict TEXT NOT NULL, -- contract, check_verdicts
  plate_before TEXT NOT NULL,
  plate_after TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX event_check_of ON event_check (event_id, check_id);

-- What is kept for how long (docs/decisions/0023): each kind in the order in which it is let go, whether its pictures are still there or not.
ALTER TABLE event ADD COLUMN kept_as INTEGER GENERATED ALWAYS AS (
  CASE WHEN status NOT IN (2, 3, 8, 9) THEN NULL WHEN event_type IN (7, 8) THEN 2 WHEN status = 2 THEN 0 ELSE 1 END
) VIRTUAL; -- 0: sent. 1: skipped or discarded. 2: a manual check that waits for nothing. null: not yet sent, never to go by its age
ALTER TABLE event ADD COLUMN bare INTEGER GENERATED ALWAYS AS (media_gone_ms IS NOT NULL) VIRTUAL; -- 1: its pictures and its clip were let go
ALTER TABLE event ADD COLUMN since_ms INTEGER GENERATED ALWAYS AS (max(create_ms, moved_ms)) VIRTUAL; -- since when it has its status
CREATE INDEX event_kept ON event (kept_as, bare, since_ms) WHERE kept_as IS NOT NULL;

-- What the pictures and clips of all events take, in bytes, without counting a million rows.
CREATE TABLE media_tally (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL) STRICT;
INSERT INTO media_tally SELECT 1, (SELECT ifnull(sum(bytes), 0) FROM event_picture) + (SELECT ifnull(sum(bytes), 0) FROM drawn_picture);
CREATE TRIGGER media_picture_in AFTER INSERT ON event_picture BEGIN
  UPDATE media_tally SET bytes = bytes + new.bytes;
END;
CREATE TRIGGER media_drawn_in AFTER INSERT ON drawn_picture WHEN (SELECT bare FROM event WHERE event_id = new.event_id) = 0 BEGIN
  UPDATE media_tally SET bytes = bytes + new.bytes;
END;
-- Drawn anew. When the event itself is deleted it is gone by now, and media_out has counted.
CREATE TRIGGER media_drawn_out AFTER DELETE ON drawn_picture WHEN (SELECT bare FROM event WHERE event_id = old.event_id) = 0 BEGIN
  UPDATE media_tally SET bytes = bytes - old.bytes;
END;
CREATE TRIGGER media_clip AFTER UPDATE OF bytes ON event_clip WHEN old.bytes <> new.bytes BEGIN
  UPDATE media_tally SET bytes = bytes + new.bytes - old.bytes;
END;
CREATE TRIGGER media_let_go AFTER UPDATE OF media_gone_ms ON event WHEN old.media_gone_ms IS NULL AND new.media_gone_ms IS NOT NULL BEGIN
  UPDATE media_tally SET bytes = bytes - (SELECT ifnull(sum(bytes), 0) FROM event_picture WHERE event_id = new.event_id)
    - (SELECT ifnull(sum(bytes), 0) FROM drawn_picture WHERE event_id = new.event_id) - (SELECT ifnull(sum(bytes), 0) FROM event_clip WHERE event_id = new.event_id);
END;
CREATE TRIGGER media_out BEFORE DELETE ON event WHEN old.media_gone_ms IS NULL BEGIN
  UPDATE media_tally SET bytes = bytes - (SELECT ifnull(sum(bytes), 0) FROM event_picture WHERE event_id = old.event_id)
    - (SELECT ifnull(sum(bytes), 0) FROM drawn_picture WHERE event_id = old.event_id) - (SELECT ifnull(sum(bytes), 0) FROM event_clip WHERE event_id = old.event_id);
END;

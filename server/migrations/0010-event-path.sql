-- The way of an event to the platform: what was tried, what lies in the storage, the clip, who checked it and what they said.
ALTER TABLE event ADD COLUMN checked_plate TEXT; -- what somebody who checked it says; null where nobody has. plate_number is what was read, for good
ALTER TABLE event ADD COLUMN to_check INTEGER NOT NULL DEFAULT 0; -- 1: somebody should look at it
ALTER TABLE event ADD COLUMN correction INTEGER NOT NULL DEFAULT 0; -- how often it was corrected after the platform had it
ALTER TABLE event ADD COLUMN media_gone_ms INTEGER; -- when its pictures and its clip were let go (retention); null while they are there
ALTER TABLE event ADD COLUMN lane INTEGER GENERATED ALWAYS AS (iif(event_type IN (4, 5, 6), 1, 0)) VIRTUAL; -- 1: timer pictures, which have an address of their own

CREATE TRIGGER event_plate_as_read BEFORE UPDATE OF plate_number ON event WHEN old.plate_number <> new.plate_number BEGIN
  SELECT RAISE(ABORT, 'what was read of a plate is never overwritten');
END;

CREATE INDEX event_to_check ON event (event_ms, event_id, status, reason) WHERE to_check = 1; -- counted by why without reading a row
CREATE INDEX event_of_lot ON event (place_id, event_ms, event_id, event_type, status, response_status, plate_color); -- all that a list of one lot is filtered by
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

-- What failed for good and waits for somebody: few, and their oldest is asked for every few seconds.
CREATE INDEX event_parked ON event (status, event_id) WHERE status IN (4, 5);

-- How many events came and how many the platform took, in every ten seconds of the last two hours: rates without counting a million rows.
CREATE TABLE event_pace (
  slot INTEGER PRIMARY KEY, -- ten seconds each, counted since 1970
  taken_in INTEGER NOT NULL,
  sent INTEGER NOT NULL
) STRICT;
CREATE TRIGGER event_pace_in AFTER INSERT ON event WHEN new.create_ms / 10000 >= (SELECT ifnull(max(slot), 0) - 720 FROM event_pace) BEGIN
  INSERT INTO event_pace VALUES (new.create_ms / 10000, 1, 0) ON CONFLICT DO UPDATE SET taken_in = taken_in + 1;
END;
CREATE TRIGGER event_pace_out AFTER UPDATE OF status ON event
WHEN old.status <> new.status AND new.status = 2 AND new.moved_ms / 10000 >= (SELECT ifnull(max(slot), 0) - 720 FROM event_pace) BEGIN
  INSERT INTO event_pace VALUES (new.moved_ms / 10000, 0, 1) ON CONFLICT DO UPDATE SET sent = sent + 1;
END;
CREATE TRIGGER event_pace_kept AFTER INSERT ON event_pace BEGIN
  DELETE FROM event_pace WHERE slot < new.slot - 720;
END;

-- The list is paged by moment and number, and filtered and counted inside this index alone.
DROP INDEX event_list;
CREATE INDEX event_list ON event (event_ms, event_id, place_id, event_type, status, response_status, plate_color, plate_key);

-- How many events there are of each kind on each day (86400000 ms, UTC): totals of a stretch of time, where a far page begins, and which days hold nothing of what is looked for.
CREATE TABLE event_day (
  day INTEGER NOT NULL, -- event_ms / 86400000
  event_type INTEGER NOT NULL,
  plate_color TEXT NOT NULL,
  status INTEGER NOT NULL,
  response_status INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (day, event_type, plate_color, status, response_status)
) STRICT, WITHOUT ROWID;
INSERT INTO event_day SELECT event_ms / 86400000, event_type, plate_color, status, response_status, count(*) FROM event GROUP BY 1, 2, 3, 4, 5;
CREATE TRIGGER event_day_in AFTER INSERT ON event BEGIN
  INSERT INTO event_day VALUES (new.event_ms / 86400000, new.event_type, new.plate_color, new.status, new.response_status, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER event_day_out AFTER DELETE ON event BEGIN
  UPDATE event_day SET n = n - 1 WHERE day = old.event_ms / 86400000 AND event_type = old.event_type
    AND plate_color = old.plate_color AND status = old.status AND response_status = old.response_status;
  DELETE FROM event_day WHERE day = old.event_ms / 86400000 AND n = 0;
END;
CREATE TRIGGER event_day_move AFTER UPDATE OF event_ms, event_type, plate_color, status, response_status ON event BEGIN
  UPDATE event_day SET n = n - 1 WHERE day = old.event_ms / 86400000 AND event_type = old.event_type
    AND plate_color = old.plate_color AND status = old.status AND response_status = old.response_status;
  INSERT INTO event_day VALUES (new.event_ms / 86400000, new.event_type, new.plate_color, new.status, new.response_status, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- The plate's key with every character put into the one that stands for its look-alikes: contract, plateFold (a test compares the two).
ALTER TABLE event ADD COLUMN plate_fold TEXT GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plate_key, 'O', '0'), 'D', '0'), 'Q', '0'), 'I', '1'), 'Z', '2'), 'S', '5'), 'C', '6'), 'G', '6'), 'T', '7'), 'B', '8'), 'F', 'E'), 'M', 'H'), 'N', 'H'), 'X', 'K'), 'R', 'P'), 'V', 'U'), 'Y', 'U'), '沪', '津'), '滬', '津'), '浙', '津'), '湘', '津'), '渝', '津'), '云', '京'), '雲', '京'), '晉', '晋'), '青', '晋'), '吉', '晋'), '挂', '桂'), '掛', '桂'), '粵', '粤'), '蘇', '苏'), '魯', '鲁'), '陝', '陕'), '貴', '贵'), '閩', '闽'), '遼', '辽'), '寧', '宁'), '贛', '赣'), '瓊', '琼'), '學', '学'), '領', '领'), '試', '试'), '臺', '台')
) VIRTUAL;
-- Any part of a plate, from three characters on, without reading a million rows. It holds no text of its own; what it finds is compared with the row.
CREATE VIRTUAL TABLE plate_search USING fts5(plate_fold, content = '', contentless_delete = 1, detail = 'full', tokenize = 'trigram');
INSERT INTO plate_search (rowid, plate_fold) SELECT event_id, plate_fold FROM event WHERE plate_key <> '';
CREATE TRIGGER plate_search_in AFTER INSERT ON event WHEN new.plate_key <> '' BEGIN
  INSERT INTO plate_search (rowid, plate_fold) VALUES (new.event_id, new.plate_fold);
END;
CREATE TRIGGER plate_search_out AFTER DELETE ON event WHEN old.plate_key <> '' BEGIN
  DELETE FROM plate_search WHERE rowid = old.event_id;
END;
CREATE TRIGGER plate_search_put_right AFTER UPDATE OF plate_key ON event WHEN old.plate_key <> new.plate_key BEGIN
  DELETE FROM plate_search WHERE rowid = old.event_id;
  INSERT INTO plate_search (rowid, plate_fold) SELECT new.event_id, new.plate_fold WHERE new.plate_key <> '';
END;

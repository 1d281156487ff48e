-- One change log (docs/decisions/0083) in the place of param_history, act and act_event: history, undo and audit
-- read the same rows.
CREATE TABLE change (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  done_by TEXT NOT NULL,
  address TEXT NOT NULL, -- of the user; empty for a change that was not a network request
  call TEXT NOT NULL, -- the call that made the change
  request_id TEXT NOT NULL, -- its audit row names the same request
  needs_call TEXT NOT NULL, -- the call whose roles an undo needs
  kind TEXT NOT NULL, -- contract, change_kinds; empty if it cannot be undone as a whole
  names TEXT NOT NULL, -- JSON: what it was about, for people
  counts TEXT NOT NULL, -- JSON: how many of each
  gaps TEXT NOT NULL, -- JSON: contract, undo_gaps
  snapshot TEXT NOT NULL, -- made before the change; empty if there was none
  restored_from INTEGER, -- the changed_part whose state was restored
  until_ms INTEGER, -- until when it can be undone as a whole; null: it is not listed
  for_undo INTEGER NOT NULL, -- 1: its parts hold what only the undo needs
  undone_ms INTEGER, -- null while it stands
  undone_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX change_by_request ON change (request_id);
CREATE INDEX change_for_undo ON change (for_undo) WHERE for_undo = 1;
CREATE INDEX change_listed ON change (change_id) WHERE until_ms IS NOT NULL;

-- A part of the configuration before and after a change, as JSON with sealed secrets; null: it did not exist.
CREATE TABLE changed_part (
  part_id INTEGER PRIMARY KEY AUTOINCREMENT,
  change_id INTEGER NOT NULL REFERENCES change ON DELETE CASCADE,
  key TEXT NOT NULL, -- camera/SN, scene/ID, setting/NAME, whitelist
  section TEXT, -- contract, history_sections; null: it only serves the undo
  subject TEXT NOT NULL, -- the camera or scene, for people
  before TEXT,
  after TEXT
) STRICT;
CREATE INDEX changed_part_by_change ON changed_part (change_id);
CREATE INDEX changed_part_by_section ON changed_part (section, part_id);

-- The rows of a deleted event, as JSON; its files lie below acts/<change_id>.
CREATE TABLE deleted_event (
  change_id INTEGER NOT NULL REFERENCES change ON DELETE CASCADE,
  uuid TEXT NOT NULL,
  event_rows TEXT NOT NULL,
  PRIMARY KEY (change_id, uuid)
) STRICT, WITHOUT ROWID;

-- An act keeps its number, because its files lie in a folder of that name. An entry of the history keeps its
-- number too. Entries of one request become one change after the acts.
INSERT INTO change
  SELECT act_id, at_ms, done_by, '', call, '', call, kind, names, counts, gaps, '', NULL, until_ms,
         undone_ms IS NULL AND (parts <> '' OR act_id IN (SELECT act_id FROM act_event)), undone_ms, undone_by
    FROM act;
INSERT INTO deleted_event SELECT * FROM act_event;

CREATE TEMP TABLE grouped AS
  SELECT id, (SELECT ifnull(max(act_id), 0) FROM act) + min(id) OVER (
    PARTITION BY timestamp_ms, who, address, call, ifnull(restored_from, 0)) AS change_id
  FROM param_history;
INSERT INTO change
  SELECT change_id, timestamp_ms, who, address, call, '', call, '', '[]', '{}', '[]', '', restored_from, NULL, 0,
         NULL, ''
    FROM param_history JOIN grouped USING (id) GROUP BY change_id;
INSERT INTO changed_part
  SELECT id, change_id,
         CASE section
           WHEN 'camera' THEN 'camera/' || ifnull(json_extract(after, '$.camera_sn'), ifnull(json_extract(before, '$.camera_sn'), ''))
           WHEN 'scene' THEN 'scene/' || ifnull(json_extract(after, '$.scene_id'), ifnull(json_extract(before, '$.scene_id'), ''))
           ELSE 'setting/' || section
         END,
         section, subject,
         iif(section IN ('camera', 'scene') AND before = '{}', NULL, before),
         iif(section IN ('camera', 'scene') AND after = '{}', NULL, after)
    FROM param_history JOIN grouped USING (id) ORDER BY id;
DROP TABLE grouped;

INSERT INTO changed_part (change_id, key, section, subject, before, after)
  SELECT act_id, json_extract(part.value, '$.key'), NULL, '', json_extract(part.value, '$.before'),
         json_extract(part.value, '$.after')
    FROM act JOIN json_each(act.parts) AS part WHERE act.parts <> '' AND act.undone_ms IS NULL
   ORDER BY act_id, part.key;

DROP TABLE act_event;
DROP TABLE act;
DROP TABLE param_history;

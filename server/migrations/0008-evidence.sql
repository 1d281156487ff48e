-- Evidence as it is drawn for people and for the platform (docs/decisions/0018). The pictures of the analysis (event_picture) stay as they came.

CREATE TABLE event_evidence (
  event_id INTEGER PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  plate_box TEXT, -- JSON: left, top, right, bottom from 0 to 1 of the frame, where the analysis has said so
  held INTEGER NOT NULL, -- 1: nobody sees the pictures before they are drawn (privacy_protection)
  outcome INTEGER -- null: still to be drawn; 0: the pictures as they came; 1: drawn_picture; 2: none may be shown
) STRICT;
CREATE INDEX evidence_to_draw ON event_evidence (event_id) WHERE outcome IS NULL;

-- The file is named after day, uuid and position (parking/picture.ts).
CREATE TABLE drawn_picture (
  event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  PRIMARY KEY (event_id, position)
) STRICT, WITHOUT ROWID;

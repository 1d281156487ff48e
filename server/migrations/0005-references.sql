-- The pictures on which lots were drawn, and scenes whose camera has moved since.

CREATE TABLE scene_reference (
  reference_id INTEGER PRIMARY KEY,
  scene_id TEXT NOT NULL REFERENCES scene ON DELETE CASCADE,
  taken_ms INTEGER NOT NULL,
  why TEXT NOT NULL, -- contract, reference_why
  picture TEXT NOT NULL, -- under the media folder
  width INTEGER NOT NULL,
  height INTEGER NOT NULL
) STRICT;
CREATE INDEX reference_by_scene ON scene_reference (scene_id, reference_id);

INSERT INTO scene_reference (scene_id, taken_ms, why, picture, width, height)
  SELECT scene_id, update_ms, 'drawn', ref_picture, ref_width, ref_height FROM scene WHERE ref_picture <> '';

-- A row is the mark "moved", with what is proposed.
CREATE TABLE scene_moved (
  scene_id TEXT PRIMARY KEY REFERENCES scene ON DELETE CASCADE,
  since_ms INTEGER NOT NULL,
  check_ms INTEGER NOT NULL,
  check_id TEXT NOT NULL,
  picture TEXT NOT NULL, -- the new picture, under the media folder
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  map TEXT NOT NULL, -- JSON: shares of the reference to shares of the new picture
  px REAL NOT NULL,
  confidence REAL NOT NULL
) STRICT;

-- How many decisions of an hour could not be drawn for the sample, and why: they are in no rate.
CREATE TABLE accuracy_undrawn (
  slot INTEGER NOT NULL, -- hours since 1970, UTC
  camera_sn TEXT NOT NULL,
  why TEXT NOT NULL, -- contract, undrawn_causes
  n INTEGER NOT NULL,
  PRIMARY KEY (slot, camera_sn, why)
) STRICT, WITHOUT ROWID;

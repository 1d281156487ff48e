-- The sample of automatic decisions that users judge blind (docs/accuracy.md). The facts of the event are copied: a judgement outlives it.
CREATE TABLE accuracy_sample (
  sample_id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  event_ms INTEGER NOT NULL,
  event_type INTEGER NOT NULL,
  camera_sn TEXT NOT NULL,
  camera_name TEXT NOT NULL,
  lot_no TEXT NOT NULL,
  confidence REAL NOT NULL,
  plate_read TEXT NOT NULL,
  automatic INTEGER NOT NULL, -- 0: below the threshold for automatic upload, so that a user checks it
  draw REAL NOT NULL, -- uniform in 0 to 1; drawn because it is below `share`
  share REAL NOT NULL, -- the probability of being drawn
  lot TEXT, -- contract, lot_answers; null until judged
  judged_ms INTEGER,
  judged_by TEXT,
  took_ms INTEGER NOT NULL DEFAULT 0,
  plate_answer TEXT, -- contract, plate_answers; null until judged
  plate_judged TEXT
) STRICT;
-- In an order that says nothing of the decisions, so that those who judge only some of them judge a random part.
CREATE INDEX accuracy_waiting ON accuracy_sample (draw / share) WHERE lot IS NULL;
CREATE INDEX accuracy_time ON accuracy_sample (event_ms);

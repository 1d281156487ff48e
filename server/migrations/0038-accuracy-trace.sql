-- What became of a sample besides its judgement (docs/accuracy.md): how often it was skipped, and each corrected judgement.
ALTER TABLE accuracy_sample ADD COLUMN skips INTEGER NOT NULL DEFAULT 0;
CREATE TABLE accuracy_correction (
  correction_id INTEGER PRIMARY KEY,
  sample_id INTEGER NOT NULL REFERENCES accuracy_sample ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  done_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  lot_before TEXT NOT NULL, -- contract, lot_answers
  lot_after TEXT NOT NULL,
  plate_answer_before TEXT, -- contract, plate_answers; null if it was not judged
  plate_before TEXT,
  plate_answer_after TEXT,
  plate_after TEXT
) STRICT;
CREATE INDEX accuracy_correction_of ON accuracy_correction (sample_id);
CREATE INDEX accuracy_judged ON accuracy_sample (judged_by, judged_ms) WHERE lot IS NOT NULL;

-- Models that users bring for the analysis application. Their files lie in the data folder, models/<model>.
CREATE TABLE model (
  model TEXT PRIMARY KEY, -- 32 digits of the SHA-256 over its files
  bytes INTEGER NOT NULL,
  state TEXT NOT NULL, -- contract, model_states
  facts TEXT NOT NULL, -- JSON: what the check read of it
  reason TEXT, -- contract, model_refusals
  said TEXT NOT NULL,
  created_by TEXT NOT NULL,
  create_ms INTEGER NOT NULL
) STRICT;

-- Which model is in use: the newest row. None, or null: the shipped one.
CREATE TABLE model_use (
  use_id INTEGER PRIMARY KEY,
  model TEXT,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  by TEXT NOT NULL, -- empty: the device itself
  why TEXT NOT NULL, -- contract, model_use_reasons
  crashes INTEGER NOT NULL DEFAULT 0, -- of the program with it, within ten minutes each
  crash_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The last trial of each model.
CREATE TABLE model_trial (
  model TEXT PRIMARY KEY REFERENCES model ON DELETE CASCADE,
  state TEXT NOT NULL, -- contract, model_trial_states
  at_ms INTEGER NOT NULL,
  against TEXT, -- null: the shipped one
  against_name TEXT NOT NULL,
  against_version TEXT NOT NULL,
  card TEXT NOT NULL -- JSON: the scorecard
) STRICT;

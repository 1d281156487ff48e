-- The second review of a sample of checks (docs/decisions/0051): which checks are in the sample, and what the second user said.
ALTER TABLE check_ledger ADD COLUMN sampled INTEGER NOT NULL DEFAULT 0; -- 1: a second user checks it without seeing it
ALTER TABLE check_ledger ADD COLUMN review_of INTEGER; -- the entry that this one reviews; null for a first check
ALTER TABLE check_ledger ADD COLUMN agreed INTEGER; -- 1, or 0 where the two users disagree; null for a first check
CREATE INDEX ledger_sampled ON check_ledger (at_ms, entry_id) WHERE sampled = 1;
CREATE INDEX ledger_disagreed ON check_ledger (at_ms, entry_id) WHERE agreed = 0;

-- How many stays have each combination of irregularities: ten million events have some ten thousands of them,
-- which the time axis would count at every look.
CREATE TABLE stay_tally (
  irregular INTEGER PRIMARY KEY, -- stay.irregular, never 0
  n INTEGER NOT NULL
) STRICT;
INSERT INTO stay_tally SELECT irregular, count(*) FROM stay INDEXED BY stay_irregular WHERE irregular <> 0 GROUP BY irregular;
CREATE TRIGGER stay_tally_in AFTER INSERT ON stay WHEN new.irregular <> 0 BEGIN
  INSERT INTO stay_tally VALUES (new.irregular, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER stay_tally_out AFTER DELETE ON stay WHEN old.irregular <> 0 BEGIN
  UPDATE stay_tally SET n = n - 1 WHERE irregular = old.irregular;
END;
CREATE TRIGGER stay_tally_change AFTER UPDATE OF marks, accepted ON stay WHEN old.irregular <> new.irregular BEGIN
  UPDATE stay_tally SET n = n - 1 WHERE irregular = old.irregular;
  INSERT INTO stay_tally SELECT new.irregular, 1 WHERE new.irregular <> 0 ON CONFLICT DO UPDATE SET n = n + 1;
END;

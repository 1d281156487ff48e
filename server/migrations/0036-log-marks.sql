-- The device's mark under a row of the user log (system/audit/marks.ts). Rows of earlier versions have none.
ALTER TABLE log ADD COLUMN mark BLOB;

-- What a model was promoted by, and the name under which a model was uploaded.
ALTER TABLE model ADD COLUMN file TEXT NOT NULL DEFAULT ''; -- the uploaded file or folder
ALTER TABLE model_use ADD COLUMN verdict TEXT; -- contract, model_verdicts: the trial's; null if no user promoted it
ALTER TABLE model_use ADD COLUMN reason TEXT NOT NULL DEFAULT ''; -- typed by the user who promoted it

-- What the sub stream of each camera is encoded with, like camera.codec of the main one. Empty where it is not known.
ALTER TABLE camera ADD COLUMN codec_sub TEXT NOT NULL DEFAULT '';

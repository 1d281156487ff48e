-- What the main stream of each camera is encoded with, as the camera itself said: H.264. Empty where it is not known.
-- It was a document of settings by serial number before.
ALTER TABLE camera ADD COLUMN codec TEXT NOT NULL DEFAULT '';

UPDATE camera SET codec = coalesce(
  (SELECT document.value FROM settings, json_each(settings.value) AS document
   WHERE settings.key = 'camera_codec' AND document.key = camera.camera_sn AND document.type = 'text'), '');

DELETE FROM settings WHERE key = 'camera_codec';

/** Limits of the upload of a model, apart from the schemas, which a browser does not load. */

export const max_model_upload_bytes = 72 * 1024 * 1024
/** Bytes of one part of an upload, before base64. */
export const model_part_bytes = 384 * 1024

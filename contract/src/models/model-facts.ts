/** Limits for uploading a model, separate from the schemas, which a browser does not load. */

export const max_model_upload_bytes = 72 * 1024 * 1024
/** Size of one part of an upload in bytes, before base64. */
export const model_part_bytes = 384 * 1024

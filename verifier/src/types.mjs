/** The types that the parts of the verifier share. A time is in milliseconds since 1970. */

/**
 * Bytes with random access: a file on the disk, or a file chosen in a browser. With `into` the bytes may lie
 * there, until the next read into it.
 * @typedef {{ size: number,
 *   read: (from: number, length: number, into?: Uint8Array) => Promise<Uint8Array> }} Source
 */
/** @typedef {{ update: (bytes: Uint8Array) => void, digest: () => Uint8Array }} Hash */
/** @typedef {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} Pieces */
/**
 * The functions that differ between Node and a browser. `crc32` continues the sum `before`.
 * `ed25519`: whether the signature of `message` was made by the key `spki` (SubjectPublicKeyInfo).
 * @typedef {{
 *   sha256: () => Hash,
 *   crc32: (bytes: Uint8Array, before?: number) => number,
 *   ed25519: (spki: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>,
 * }} Platform
 */

/**
 * A text and its signature: `payload` is the exact signed text, `signature` is base64.
 * @typedef {{ key_id: string, payload: string, signature: string }} SignedText
 */
/** @typedef {Record<string, unknown>} Json */
/** @typedef {Record<string, string | number>} Facts */
/**
 * `wrong`: something was changed or is missing. `doubt`: nothing proves a change, but the reader must know.
 * @typedef {{ level: 'wrong' | 'doubt' | 'note', code: import('./codes.mjs').Code, facts: Facts }} Finding
 */
/** @typedef {(level: Finding['level'], code: Finding['code'], facts?: Facts) => void} Report */
/**
 * @typedef {{ device_sn: string, device_name: string, key_id: string, made_ms: number, made_by: string,
 *   files: number, bytes: number, leaves: number, days: number, from: string,
 *   zone: string,
 *   events: { uuid: string, event_type: number, standing: import('./events.mjs').Standing, typed: boolean,
 *     event_ms: number, lot_no: string, camera: string, plate: string, plate_read: string }[] }} About
 */
/**
 * `status` is null if the event was deleted.
 * @typedef {{ device_sn: string, key_id: string, made_ms: number, number: number, day: string, root: string,
 *   zone: string,
 *   total: number, changes: number,
 *   counts: { event_type: number | null, status: number | null, n: number }[] }} StatementAbout
 */
/**
 * `unconfirmed`: nothing is wrong, but the owner of the key was not confirmed by anything from outside.
 * @typedef {{ verdict: 'confirmed' | 'unconfirmed' | 'doubtful' | 'wrong' | 'refused',
 *   findings: Finding[], key_known: boolean, about: About | undefined, statement?: StatementAbout }} Verdict
 */

export {}

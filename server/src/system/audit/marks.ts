/**
 * The device's marks under user rows of the log and links of the chain: keyed digests that a program without
 * `media.key` cannot make. A row without one was not written by the device.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type MarkedRow = {
  id: number
  timestamp_ms: number
  level: number
  content: string
  detail: string | null
}

export type Marks = {
  /** 16 bytes. The id is covered, so that no row can be shown twice. */
  ofRow(row: MarkedRow): Uint8Array
  ofLink(hash: Uint8Array): Uint8Array
}

/** The name under which the key of the marks is derived from the media key (core/media.ts). */
export const marks_purpose = 'audit marks'

export function openMarks(key: Uint8Array): Marks {
  const mark = (...parts: readonly (string | Uint8Array)[]): Uint8Array => {
    const digest = createHmac('sha256', key)
    for (const part of parts) digest.update(part)
    return digest.digest().subarray(0, 16)
  }
  return {
    ofRow: ({ id, timestamp_ms, level, content, detail }) =>
      mark('row\n', JSON.stringify([id, timestamp_ms, level, content, detail])),
    ofLink: (hash) => mark('link\n', hash),
  }
}

export const isMark = (given: Uint8Array | null, expected: Uint8Array): boolean =>
  given?.length === expected.length && timingSafeEqual(given, expected)

/**
 * Converts every older version of the file to the current one, step by step. A new version needs a number in
 * the contract, a step here, and a file of the old version next to the tests.
 */
import { document_version } from '@parking/contract'

export type Raw = Readonly<Record<string, unknown>>
/** Converts a document to the next version. Invalid values are left for the schema to report. */
export type Steps = Readonly<Record<number, (document: Raw) => Raw>>

/** Version 1 is the first. */
const steps: Readonly<Steps> = {}

/** Throws if a step is missing. A test ensures that none is. */
export function upgraded(
  document: Raw,
  from: number,
  to: number = document_version,
  known: Steps = steps,
): Raw {
  let now = document
  for (let version = from; version < to; version++) {
    const step = known[version]
    if (!step) throw new Error(`No step leads from version ${version} of the document to the next`)
    now = { ...step(now), version: version + 1 }
  }
  return now
}

/**
 * From every version of the file that there ever was to the one that is written now, a step at a time. A new version is a number in the contract, a step
 * here that makes the old shape into the new one, and a file of the old version beside the tests, which is read for ever.
 */
import { document_version } from '@parking/contract'

export type Raw = Readonly<Record<string, unknown>>
/** What makes a document of this version one of the next. It may meet anything: what is wrong is left as it is for the schema to name. */
export type Steps = Readonly<Record<number, (document: Raw) => Raw>>

/** Version 1 is the first. */
const steps: Steps = {}

/** Throws where a step is missing: that is a fault of this program, and a test holds that there is none. */
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

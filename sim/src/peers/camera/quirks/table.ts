/** The table of quirks. The tests of the device run each row, and docs/integrate/cameras.md prints it. */
import { media_quirks } from './media.ts'
import type { Quirk } from './quirk.ts'

export const quirks: readonly Quirk[] = [...media_quirks]

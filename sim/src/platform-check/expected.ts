/** What the platform must have stored after the run, recorded whenever it accepted an event. */
import type { EventBody } from './bodies.ts'
import { exit } from './words.ts'

export type Expected = {
  readonly uuid: string
  /** The highest accepted correction. */
  readonly correction: number
  readonly plate_number: string
  /** Whether the event must not be billed; undefined if it was never withdrawn. */
  readonly is_void?: boolean
  /** A description of the event, for a person who looks for it. */
  readonly what: string
}
export type Ledger = {
  note: (event: EventBody, what: string) => void
  /** Records an event sent as a test, which must not be stored. */
  noteTest: (uuid: string) => void
  readonly events: readonly Expected[]
  readonly tests: ReadonlySet<string>
}

export function createLedger(): Ledger {
  const events = new Map<string, Expected>()
  const tests = new Set<string>()
  return {
    note(event, what) {
      const { uuid, correction, plate_number } = event
      const known = events.get(uuid)
      if (known && known.correction > correction) return
      events.set(uuid, {
        uuid,
        correction,
        plate_number,
        what: known?.what ?? what,
        ...('check' in event && { is_void: isWithdrawal(event) }),
      })
    },
    noteTest: (uuid) => void tests.add(uuid),
    get events() {
      return [...events.values()]
    },
    tests,
  }
}

/**
 * Whether the check withdraws the event: a discard, an entry whose lot was vacant, or an exit whose lot is
 * occupied.
 */
function isWithdrawal(event: EventBody): boolean {
  const { verdict } = event['check'] as { verdict: string }
  return verdict === 'discarded' || verdict === (event.event_type === exit ? 'occupied' : 'vacant')
}

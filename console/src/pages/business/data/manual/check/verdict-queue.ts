/**
 * What a checker has said and the device has not heard yet: sent one after the other behind their back, so that the next event is there at once. It outlives the page. While
 * the device is away nothing is dropped; what it refuses comes back with its reason, and what was typed is kept.
 */
import type { AnswerAt, BodyAt, CallError } from '#src/api.ts'
import { call } from '#src/api.ts'
import { createStore } from '#src/lib/store.ts'
import { queryClient } from '#src/queries.ts'
import { connectionLost, reconnections } from '#src/stores/connection-lost.ts'

export type CheckRow = AnswerAt<'/api/parking/event_check_queue'>['list'][number]
/** An event in hand; `seen`: how many checks it had when it was shown. */
export type Shown = { row: CheckRow; seen: number }
export type Said = Omit<BodyAt<'/api/parking/check_parking_event'>, 'uuid' | 'seen_checks'>
export type Deed = { kind: 'say' | 'undo'; shown: Shown; said: Said }
/** `first`: who was first, where that was why. */
type Refused = { deed: Deed; message: string; first: string }

export type Outbox = {
  /** Not heard yet, the oldest first; the first may be on its way. */
  waiting: readonly Deed[]
  refused: readonly Refused[]
  /** Heard, the newest last. */
  done: readonly Deed[]
  /** Plates that were typed and are not saved, by uuid. */
  drafts: Readonly<Record<string, string>>
}

export const outbox = createStore<Outbox>({ waiting: [], refused: [], done: [], drafts: {} })
const change = (part: (now: Outbox) => Partial<Outbox>) => outbox.update((now) => ({ ...now, ...part(now) }))

/** As many as can be taken back, and are kept from coming up again in an answer that was on its way. */
const remembered = 100
let sending = false
const pause_ms = 40

export function say(shown: Shown, said: Said): void {
  change(({ waiting, refused }) => ({
    waiting: [...waiting, { kind: 'say', shown, said }],
    refused: refused.filter(({ deed }) => deed.shown.row.uuid !== shown.row.uuid),
  }))
  // The next event is painted first.
  setTimeout(() => void drain(), pause_ms)
}

/** What was said last; undefined where there is nothing to take back. */
export function lastSaid({ waiting, done }: Outbox): Deed | undefined {
  const undone = new Set(waiting.filter(({ kind }) => kind === 'undo').map(({ shown }) => shown))
  return [...done, ...waiting.filter(({ kind }) => kind === 'say')].findLast(
    ({ shown }) => !undone.has(shown),
  )
}

/** True for one that no call has been made for yet: it is simply dropped. */
export const isUnsent = (deed: Deed): boolean => outbox.get().waiting.indexOf(deed) > (sending ? 0 : -1)

/** Takes a deed back; answers the event as it is to be shown again. */
export function takeBack(deed: Deed): Shown {
  const { row, seen } = deed.shown
  if (isUnsent(deed)) {
    change(({ waiting }) => ({ waiting: waiting.filter((one) => one !== deed) }))
    return deed.shown
  }
  change(({ waiting }) => ({ waiting: [...waiting, { ...deed, kind: 'undo' }] }))
  void drain()
  // What was said and what took it back are both checks.
  return { row, seen: seen + 2 }
}

export const keepDraft = (uuid: string, plate: string | undefined): void =>
  change(({ drafts: { [uuid]: _, ...others } }) => ({
    drafts: plate === undefined ? others : { ...others, [uuid]: plate },
  }))

export const forgetRefused = (deed: Deed): void =>
  change(({ refused }) => ({ refused: refused.filter((one) => one.deed !== deed) }))

/** Whether an event of the queue has been spoken of: the answer may be older than what was said. */
export const isSettled = ({ waiting, done }: Outbox, row: CheckRow): boolean =>
  [...done, ...waiting].some(({ shown }) => shown.row.uuid === row.uuid && row.checks.length <= shown.seen)

async function drain(): Promise<void> {
  if (sending) return
  sending = true
  for (let deed; (deed = outbox.get().waiting[0]);) {
    const error = await tell(deed).then(
      () => undefined,
      (error: CallError) => error,
    )
    // Nobody was there: it waits for the device to come back.
    if (error && connectionLost.get()) break
    settle(deed, error)
    void queryClient.invalidateQueries(
      { queryKey: ['/api/parking/event_check_queue'] },
      { cancelRefetch: false },
    )
  }
  sending = false
}

function tell({
  kind,
  shown: {
    row: { uuid },
    seen,
  },
  said,
}: Deed): Promise<unknown> {
  if (kind === 'undo')
    return call('/api/parking/undo_check', { uuid, seen_checks: seen + 1 }, { quiet: true })
  return call('/api/parking/check_parking_event', { uuid, seen_checks: seen, ...said }, { quiet: true })
}

function settle(deed: Deed, error: CallError | undefined): void {
  change(({ waiting, refused, done, drafts }) => {
    const rest = { waiting: waiting.filter((one) => one !== deed) }
    if (error)
      return {
        ...rest,
        refused: [
          ...refused,
          { deed, message: error.message, first: error.reason === 'changed_meanwhile' ? error.detail : '' },
        ],
      }
    if (deed.kind === 'undo') return { ...rest, done: done.filter(({ shown }) => shown !== deed.shown) }
    const { [deed.shown.row.uuid]: _, ...others } = drafts
    return { ...rest, done: [...done, deed].slice(-remembered), drafts: others }
  })
}

reconnections.subscribe(() => void drain())

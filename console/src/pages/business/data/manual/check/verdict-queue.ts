/**
 * Verdicts that are not sent yet. They are sent one by one in the background, so that the next event shows at
 * once. They survive leaving the page and a lost connection; refused verdicts are kept with the reason.
 */
import { call, outcomeOf, type AnswerAt, type BodyAt, type CallError } from '#src/core/api.ts'
import { createStore } from '#src/lib/store.ts'
import { queryClient } from '#src/core/queries.ts'
import { connectionLost, reconnections } from '#src/stores/connection-lost.ts'

export type CheckRow = AnswerAt<'/api/parking/event_check_queue'>['list'][number]
/** An event being checked; `seen`: the number of its checks when it was shown. */
export type Shown = { row: CheckRow; seen: number }
export type VerdictBody = Omit<BodyAt<'/api/parking/check_parking_event'>, 'uuid' | 'seen_checks'>
export type QueuedVerdict = { kind: 'submit' | 'undo'; shown: Shown; body: VerdictBody }
/** `first`: the user who checked the event earlier, if that is the reason. */
type Refused = { entry: QueuedVerdict; message: string; first: string }

export type VerdictQueue = {
  /** Not sent yet, oldest first; the first one may be in flight. */
  waiting: readonly QueuedVerdict[]
  refused: readonly Refused[]
  /** Sent, newest last. */
  done: readonly QueuedVerdict[]
  /** Plates that were typed and not saved, by uuid. */
  drafts: Readonly<Record<string, string>>
}

export const verdict_queue = createStore<VerdictQueue>({ waiting: [], refused: [], done: [], drafts: {} })
const change = (part: (now: VerdictQueue) => Partial<VerdictQueue>) =>
  verdict_queue.update((now) => ({ ...now, ...part(now) }))

/**
 * Number of sent verdicts that are kept: they can be undone, and their events stay hidden if an older answer
 * still lists them.
 */
const max_undo = 100
let sending = false
const pause_ms = 40
/** The pause before a verdict is sent again whose answer was lost; the device stores it once. */
const again_ms = 2_000

export function submitVerdict(shown: Shown, body: VerdictBody): void {
  change(({ waiting, refused }) => ({
    waiting: [...waiting, { kind: 'submit', shown, body }],
    refused: refused.filter(({ entry }) => entry.shown.row.uuid !== shown.row.uuid),
  }))
  // The next event is painted first.
  setTimeout(() => void drain(), pause_ms)
}

/** The last verdicts that can be undone, the newest first. */
export function lastVerdicts({ waiting, done }: VerdictQueue, count: number): readonly QueuedVerdict[] {
  const undone = new Set(waiting.filter(({ kind }) => kind === 'undo').map(({ shown }) => shown))
  return [...done, ...waiting.filter(({ kind }) => kind === 'submit')]
    .filter(({ shown }) => !undone.has(shown))
    .slice(-count)
    .toReversed()
}

/** True for an action whose request has not started: it can simply be removed. */
export const isUnsent = (entry: QueuedVerdict): boolean =>
  verdict_queue.get().waiting.indexOf(entry) > (sending ? 0 : -1)

/** Undoes a verdict and returns its event, ready to be shown again. */
export function undoVerdict(entry: QueuedVerdict): Shown {
  const { row, seen } = entry.shown
  if (isUnsent(entry)) {
    change(({ waiting }) => ({ waiting: waiting.filter((one) => one !== entry) }))
    return entry.shown
  }
  change(({ waiting }) => ({ waiting: [...waiting, { ...entry, kind: 'undo' }] }))
  void drain()
  // The verdict and its undo both count as checks.
  return { row, seen: seen + 2 }
}

/**
 * Removes a verdict that was undone elsewhere, so that its event is shown again when the device queues it.
 */
export const forgetVerdict = (uuid: string): void =>
  change(({ done }) => ({ done: done.filter(({ shown }) => shown.row.uuid !== uuid) }))

export const savePlateDraft = (uuid: string, plate: string | undefined): void =>
  change(({ drafts: { [uuid]: _, ...others } }) => ({
    drafts: plate === undefined ? others : { ...others, [uuid]: plate },
  }))

export const dismissRefused = (entry: QueuedVerdict): void =>
  change(({ refused }) => ({ refused: refused.filter((one) => one.entry !== entry) }))

/** True if the user has already checked this event, which an older answer of the device may still list. */
export const isChecked = ({ waiting, done }: VerdictQueue, row: CheckRow): boolean =>
  [...done, ...waiting].some(({ shown }) => shown.row.uuid === row.uuid && row.checks.length <= shown.seen)

async function drain(): Promise<void> {
  if (sending) return
  sending = true
  for (let entry; (entry = verdict_queue.get().waiting[0]);) {
    const { error } = await outcomeOf(send(entry))
    // Without an answer the device may have stored the verdict. It is sent again; after a lost connection,
    // when that is back.
    if (error && error.kind !== 'refused') {
      if (!connectionLost.get()) setTimeout(() => void drain(), again_ms)
      break
    }
    settle(entry, error)
    void queryClient.invalidateQueries(
      { queryKey: ['/api/parking/event_check_queue'] },
      { cancelRefetch: false },
    )
  }
  sending = false
}

function send({
  kind,
  shown: {
    row: { uuid, why },
    seen,
  },
  body,
}: QueuedVerdict): Promise<unknown> {
  const review = why === 'second_review' ? { review: true } : {}
  if (kind === 'undo')
    return call('/api/parking/undo_check', { uuid, seen_checks: seen + 1, ...review }, { quiet: true })
  return call(
    '/api/parking/check_parking_event',
    { uuid, seen_checks: seen, ...body, ...review },
    { quiet: true },
  )
}

function settle(entry: QueuedVerdict, error: CallError | undefined): void {
  change(({ waiting, refused, done, drafts }) => {
    const rest = { waiting: waiting.filter((one) => one !== entry) }
    if (error)
      return {
        ...rest,
        refused: [
          ...refused,
          { entry, message: error.message, first: error.reason === 'changed_meanwhile' ? error.detail : '' },
        ],
      }
    if (entry.kind === 'undo') return { ...rest, done: done.filter(({ shown }) => shown !== entry.shown) }
    const { [entry.shown.row.uuid]: _, ...others } = drafts
    return { ...rest, done: [...done, entry].slice(-max_undo), drafts: others }
  })
}

reconnections.subscribe(() => void drain())

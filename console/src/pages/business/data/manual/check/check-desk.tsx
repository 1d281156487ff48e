/**
 * The check desk: shows one event at a time, preloads the next ones, and has a key for each verdict. A
 * correct event takes at most 3 keys, and the next event is painted within 100 ms. Long because keys,
 * verdicts and the order of events depend on each other.
 */
import { checkEffect, check_causes, type CheckCause } from '@parking/contract/checks/check-effect.ts'
import { event_status } from '@parking/contract/core/codes.ts'
import { plateFacts } from '@parking/contract/plate/plate-grammar.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { PictureViewer } from '#src/events/pictures/picture-viewer.tsx'
import { useStore } from '#src/lib/store.ts'
import { useCall } from '#src/core/queries.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { CheckActions } from './check-actions.tsx'
import { CheckFilter } from './check-filter.tsx'
import { CheckHelp } from './check-help.tsx'
import { belongsTo, checkActionOf, type CheckAction } from './check-keys.ts'
import { CheckNotices } from './check-notices.tsx'
import { CheckStage, kindsOf, type Kind } from './check-stage.tsx'
import styles from './check.module.css'
import { Filmstrip } from './filmstrip.tsx'
import { FinalPanel, type FinalVerdict } from './final-panel.tsx'
import { keysOn } from './check-keys-setting.ts'
import { LookAlikes } from './look-alikes.tsx'
import { usePreloadedPictures } from './use-preloaded-pictures.ts'
import {
  isChecked,
  isUnsent,
  savePlateDraft,
  lastVerdicts,
  verdict_queue,
  submitVerdict,
  undoVerdict,
  type CheckRow,
  type QueuedVerdict,
  type VerdictBody,
  type Shown,
} from './verdict-queue.ts'
import { PlateEditor } from './plate-editor.tsx'
import { PlateView } from './plate-view.tsx'

type Queue = AnswerAt<'/api/parking/event_check_queue'>
/** What the user is doing with the current event. */
type Mode =
  | { kind: 'look' }
  | { kind: 'edit'; plate: string }
  | { kind: 'final'; verdict: FinalVerdict }
  | { kind: 'viewer'; at: number }

/** Number of events reserved at once: the current one and those preloaded. */
const reserved_count = 6
const preload_count = 3
/** Number of recent decisions that are shown with an undo button. */
const done_count = 2

export function CheckDesk() {
  const words = useWords('checks')
  const url = useUrlState()
  const why = check_causes.find((one) => one === url.search.get('why'))
  const [skipped, setSkipped] = useState<readonly Shown[]>([])
  const skip = skipped.map(({ row }) => row.uuid)
  const first = url.search.get('uuid') // the user came here from this event
  // Polling renews the reservation and removes events that others have checked.
  const query = useCall(
    '/api/parking/event_check_queue',
    {
      limit: reserved_count,
      ...(why ? { why } : {}),
      ...(skip.length > 0 ? { skip } : {}),
      ...(first ? { first } : {}),
    },
    { keep: true, every: 15_000 },
  )
  // Earlier results stay visible while the connection is lost, whatever is skipped meanwhile.
  const [known, setKnown] = useState<Queue>()
  if (query.data && query.data !== known) setKnown(query.data)
  const desk = (queue: Queue) => (
    <Desk
      key={why ?? ''}
      queue={queue}
      why={why}
      skipped={skipped}
      onSkipped={setSkipped}
      onWhy={(next) => url.change({ why: next })}
    />
  )
  return known ? (
    desk(known)
  ) : (
    <Loaded query={query} rows={8} failed={words.failed}>
      {desk}
    </Loaded>
  )
}

type Props = {
  queue: Queue
  why: CheckCause | undefined
  skipped: readonly Shown[]
  onSkipped: (skipped: readonly Shown[]) => void
  onWhy: (why: CheckCause | undefined) => void
}

function Desk({ queue, why, skipped, onSkipped, onWhy }: Props) {
  const words = useWords('checks')
  const verdicts = useStore(verdict_queue)
  const keys = useStore(keysOn)
  const [shown, setShown] = useState<Shown>()
  const [mode, setMode] = useState<Mode>({ kind: 'look' })
  const [kind, setKind] = useState<Kind>('car')
  const [helping, setHelping] = useState(false)
  const desk = useRef<HTMLDivElement>(null)
  const skipped_uuids = new Set(skipped.map(({ row }) => row.uuid))
  const ahead = queue.list.filter(
    (row) =>
      (!why || row.why === why) &&
      row.uuid !== shown?.row.uuid &&
      !skipped_uuids.has(row.uuid) &&
      !isChecked(verdicts, row),
  )
  usePreloadedPictures(ahead.slice(0, preload_count))
  useDirty(verdicts.waiting.length > 0 || mode.kind === 'edit')
  useUnloadWarning(verdicts.waiting.length > 0)

  /** Shows an event until the user moves on, whatever polling adds or removes. */
  const show = (next: Shown | undefined) => {
    setShown(next)
    setMode({ kind: 'look' })
  }
  const first = ahead[0]
  const done = lastVerdicts(verdicts, done_count)
  if (!shown && first) show({ row: first, seen: first.checks.length })

  const next = () => show(first ? { row: first, seen: first.checks.length } : undefined)
  const decide = (body: VerdictBody) => {
    if (!shown) return
    submitVerdict(shown, body)
    next()
    // Whichever button was pressed, the next key must apply to the next event.
    desk.current?.focus({ preventScroll: true })
  }
  const giveVerdict = (verdict: FinalVerdict) => {
    if (!shown) return
    if (checkEffect(shown.row.event_type, verdict) === 'discarded') setMode({ kind: 'final', verdict })
    else decide({ verdict })
  }
  const edit = (plate?: string) =>
    shown &&
    setMode({ kind: 'edit', plate: plate ?? verdicts.drafts[shown.row.uuid] ?? shown.row.plate_number })
  const savePlate = (plate: string) =>
    decide(
      plate === plateFacts(shown?.row.plate_number ?? '', queue.plate_type).plate
        ? { verdict: 'confirmed' }
        : { verdict: 'corrected', plate_number: plate },
    )

  function undo(last: QueuedVerdict | undefined = done[0]) {
    if (!last) return toast.info(words.undo_none)
    if (
      !isUnsent(last) &&
      last.shown.row.why !== 'second_review' &&
      last.shown.row.status !== event_status.sent &&
      checkEffect(last.shown.row.event_type, last.body.verdict) === 'discarded'
    )
      return toast.info(words.undo_final)
    show(undoVerdict(last))
    toast.success(words.undone_says)
  }
  function back() {
    const last = skipped.at(-1)
    if (!last) return toast.info(words.nothing_back)
    onSkipped(skipped.slice(0, -1))
    show(last)
  }
  const suggested = shown ? suggestionsOf(shown.row, queue.plate_type) : []
  const kinds = shown ? kindsOf(shown.row) : []

  function runAction(action: CheckAction) {
    if (action.kind === 'help') return setHelping(true)
    if (action.kind === 'undo') return undo()
    if (action.kind === 'back') return back()
    if (!shown) return
    switch (action.kind) {
      case 'confirm':
        return shown.row.plate_number === '' ? edit() : decide({ verdict: 'confirmed' })
      case 'no_plate':
        return savePlate('')
      case 'edit':
        return edit()
      case 'vacant':
      case 'occupied':
        return giveVerdict(action.kind)
      case 'discard':
        return setMode({ kind: 'final', verdict: 'discarded' })
      case 'skip':
        onSkipped([...skipped.filter(({ row }) => row.uuid !== shown.row.uuid), shown])
        return next()
      case 'picture':
        return setKind(kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? kind)
      case 'enlarge':
        return kinds.length > 0
          ? setMode({
              kind: 'viewer',
              at: Math.max(
                0,
                shown.row.pictures.findIndex((one) => one.kind === kind),
              ),
            })
          : undefined
      case 'suggestion': {
        const plate = suggested[action.at]
        return plate === undefined ? undefined : edit(plate)
      }
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      !keys ||
      mode.kind !== 'look' ||
      event.defaultPrevented ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat
    )
      return
    if (document.querySelector('dialog:modal') || belongsTo(event.target, event.key)) return
    const action = checkActionOf(event.key)
    if (!action) return
    event.preventDefault()
    runAction(action)
  })
  // Listens before the first paint, because a key may follow at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const showEvent = () => {
    setMode({ kind: 'look' })
    desk.current?.focus({ preventScroll: true })
  }
  return (
    <div
      ref={desk}
      tabIndex={-1}
      className={`grid gap-12 ${styles.desk}`}
      data-keys={keys ? undefined : 'off'}
    >
      <CheckFilter queue={queue} why={why} onWhy={onWhy} onHelp={() => setHelping(true)} />
      <CheckNotices
        verdicts={verdicts}
        onAgain={(row) => show({ row, seen: row.checks.length })}
        list={queue.list}
      />
      {shown ? (
        <div className={styles.event} role="group" aria-label={words.queue}>
          <CheckStage
            row={shown.row}
            kind={kinds.includes(kind) ? kind : (kinds[0] ?? 'image')}
            onKind={setKind}
            onEnlarge={() => runAction({ kind: 'enlarge' })}
          />
          {mode.kind === 'edit' ? (
            <PlateEditor
              key={shown.row.uuid}
              row={shown.row}
              plate={mode.plate}
              type={queue.plate_type}
              onSave={savePlate}
              onCancel={showEvent}
              onDraft={(plate) => savePlateDraft(shown.row.uuid, plate)}
            />
          ) : mode.kind === 'final' ? (
            <FinalPanel
              key={`${shown.row.uuid} ${mode.verdict}`}
              row={shown.row}
              verdict={mode.verdict}
              onCancel={showEvent}
              onSubmit={(reason) => decide({ verdict: mode.verdict, ...(reason ? { reason } : {}) })}
            />
          ) : (
            <div className={`grid slim gap-12 ${styles.work}`}>
              <div className={`grid gap-12 ${styles.panes}`}>
                <PlateView row={shown.row} type={queue.plate_type} kept={verdicts.drafts[shown.row.uuid]} />
                <LookAlikes
                  row={shown.row}
                  type={queue.plate_type}
                  suggested={suggested}
                  onEdit={(plate) => edit(plate)}
                />
              </div>
              <Filmstrip
                next={ahead.slice(0, preload_count)}
                done={done}
                onShow={(row) => show({ row, seen: row.checks.length })}
                onUndo={undo}
              />
              <CheckActions plate={shown.row.plate_number} onAction={runAction} />
            </div>
          )}
        </div>
      ) : (
        <EmptyQueue queue={queue} why={why} skipped={skipped.length} onAgain={() => onSkipped([])} />
      )}
      {mode.kind === 'viewer' && shown && (
        <PictureViewer
          pictures={shown.row.pictures}
          at={mode.at}
          lot={shown.row.lot ?? undefined}
          onGo={(at) => setMode({ kind: 'viewer', at })}
          onClose={showEvent}
        />
      )}
      {helping && <CheckHelp onClose={() => setHelping(false)} />}
    </div>
  )
}

function EmptyQueue({
  queue,
  why,
  skipped,
  onAgain,
}: {
  queue: Queue
  why: CheckCause | undefined
  skipped: number
  onAgain: () => void
}) {
  const words = useWords('checks')
  if (skipped > 0)
    return (
      <EmptyState
        title={words.empty_skipped(skipped)}
        heading="h2"
        action={
          <Button variant="primary" onClick={onAgain}>
            {words.again}
          </Button>
        }
      />
    )
  if (queue.others.length > 0 && queue.total > 0)
    return (
      <EmptyState title={words.empty} heading="h2">
        {words.empty_others}
      </EmptyState>
    )
  if (why && queue.total > 0) return <EmptyState title={words.empty_why} heading="h2" />
  return (
    <EmptyState title={words.empty} heading="h2">
      {words.empty_says}
    </EmptyState>
  )
}

/**
 * Likely plates: first the plate at the other end of the stay, then what the looks of the analysis read,
 * valid or not, then valid plates that look alike.
 */
function suggestionsOf(row: CheckRow, type: number): readonly string[] {
  const { plate, suggestions } = plateFacts(row.plate_number, type)
  const other = row.partner ? plateFacts(row.partner.plate_number, type) : undefined
  const partner = other?.issues.length === 0 ? [other.plate] : []
  const read = row.readings.map((reading) => plateFacts(reading, type).plate)
  return [...new Set([...partner, ...read, ...suggestions])].filter((one) => one !== plate).slice(0, 9)
}

/** Warns before the page is closed, because verdicts that are not sent yet would be lost. */
function useUnloadWarning(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [waiting])
}

/** The desk of the human check: one event in hand, the next ones loaded, a key for each verdict (issue: at most 3 keys for a correct event, the next one painted within 100 ms). Long because what a key does, whose event it is and what comes next are one thing. */
import { checkEffect, check_causes, type CheckCause } from '@parking/contract/checks/check-effect.ts'
import { event_status } from '@parking/contract/core/codes.ts'
import { plateFacts } from '@parking/contract/plate/plate-grammar.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { PictureViewer } from '#src/events/pictures/picture-viewer.tsx'
import { useStore } from '#src/lib/store.ts'
import { useCall } from '#src/queries.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/words.ts'
import type { AnswerAt } from '#src/api.ts'
import { CheckActions } from './check-actions.tsx'
import { CheckFilter } from './check-filter.tsx'
import { CheckHelp } from './check-help.tsx'
import { belongsTo, deedOf, type CheckDeed } from './check-keys.ts'
import { Notices } from './check-notices.tsx'
import { CheckSide, CheckWhere } from './check-side.tsx'
import { CheckStage, kindsOf, usePreloaded, type Kind } from './check-stage.tsx'
import styles from './check.module.css'
import { FinalPanel, type FinalVerdict } from './final-panel.tsx'
import { keysOn } from './check-keys-setting.ts'
import {
  isSettled,
  isUnsent,
  keepDraft,
  lastSaid,
  outbox,
  say,
  takeBack,
  type CheckRow,
  type Said,
  type Shown,
} from './verdict-queue.ts'
import { PlateEditor } from './plate-editor.tsx'
import { PlateView } from './plate-view.tsx'

type Queue = AnswerAt<'/api/parking/event_check_queue'>
/** What is being done with the event in hand. */
type Mode =
  | { kind: 'look' }
  | { kind: 'edit'; plate: string }
  | { kind: 'final'; verdict: FinalVerdict }
  | { kind: 'viewer'; at: number }

/** As many are in hand at once: what is shown, and those that are loaded already. */
const in_hand = 6
const loaded_ahead = 3

export function CheckDesk() {
  const words = useWords('checks')
  const url = useUrlState()
  const why = check_causes.find((one) => one === url.search.get('why'))
  const [skipped, setSkipped] = useState<readonly Shown[]>([])
  const skip = skipped.map(({ row }) => row.uuid)
  const first = url.search.get('uuid') // somebody came here from this event
  // Asked again and again: what is in hand stays so, and what others have done is gone.
  const query = useCall(
    '/api/parking/event_check_queue',
    {
      limit: in_hand,
      ...(why ? { why } : {}),
      ...(skip.length > 0 ? { skip } : {}),
      ...(first ? { first } : {}),
    },
    { keep: true, every: 15_000 },
  )
  // What was there stays while the device is away, whatever is put off meanwhile.
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
  const box = useStore(outbox)
  const keys = useStore(keysOn)
  const [shown, setShown] = useState<Shown>()
  const [mode, setMode] = useState<Mode>({ kind: 'look' })
  const [kind, setKind] = useState<Kind>('car')
  const [helping, setHelping] = useState(false)
  const desk = useRef<HTMLDivElement>(null)
  const put_off = new Set(skipped.map(({ row }) => row.uuid))
  const ahead = queue.list.filter(
    (row) =>
      (!why || row.why === why) &&
      row.uuid !== shown?.row.uuid &&
      !put_off.has(row.uuid) &&
      !isSettled(box, row),
  )
  usePreloaded(ahead.slice(0, loaded_ahead))
  useDirty(box.waiting.length > 0 || mode.kind === 'edit')
  useBeforeLeaving(box.waiting.length > 0)

  /** The event in hand stays the one that is looked at, whatever the queue brings meanwhile. */
  const show = (next: Shown | undefined) => {
    setShown(next)
    setMode({ kind: 'look' })
  }
  const first = ahead[0]
  if (!shown && first) show({ row: first, seen: first.checks.length })

  const next = () => show(first ? { row: first, seen: first.checks.length } : undefined)
  const decide = (said: Said) => {
    if (!shown) return
    say(shown, said)
    next()
    // Whatever button it was, the next key is for the next event.
    desk.current?.focus({ preventScroll: true })
  }
  const judge = (verdict: FinalVerdict) => {
    if (!shown) return
    if (checkEffect(shown.row.event_type, verdict) === 'discarded') setMode({ kind: 'final', verdict })
    else decide({ verdict })
  }
  const edit = (plate?: string) =>
    shown && setMode({ kind: 'edit', plate: plate ?? box.drafts[shown.row.uuid] ?? shown.row.plate_number })
  const savePlate = (plate: string) =>
    decide(
      plate === plateFacts(shown?.row.plate_number ?? '', queue.plate_type).plate
        ? { verdict: 'confirmed' }
        : { verdict: 'corrected', plate_number: plate },
    )

  function undo() {
    const last = lastSaid(box)
    if (!last) return toast.info(words.undo_none)
    if (
      !isUnsent(last) &&
      last.shown.row.status !== event_status.sent &&
      checkEffect(last.shown.row.event_type, last.said.verdict) === 'discarded'
    )
      return toast.info(words.undo_final)
    show(takeBack(last))
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

  function act(deed: CheckDeed) {
    if (deed.kind === 'help') return setHelping(true)
    if (deed.kind === 'undo') return undo()
    if (deed.kind === 'back') return back()
    if (!shown) return
    switch (deed.kind) {
      case 'confirm':
        return decide({ verdict: 'confirmed' })
      case 'edit':
        return edit()
      case 'vacant':
      case 'occupied':
        return judge(deed.kind)
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
        const plate = suggested[deed.at]
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
    const deed = deedOf(event.key)
    if (!deed) return
    event.preventDefault()
    act(deed)
  })
  // With the first sight of the desk: a key may come at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const look = () => {
    setMode({ kind: 'look' })
    desk.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={desk} tabIndex={-1} className={styles.desk} data-keys={keys ? undefined : 'off'}>
      <CheckFilter queue={queue} why={why} onWhy={onWhy} onHelp={() => setHelping(true)} />
      <Notices box={box} onAgain={(row) => show({ row, seen: row.checks.length })} list={queue.list} />
      {shown ? (
        <div className={styles.event} role="group" aria-label={words.queue}>
          <CheckStage
            row={shown.row}
            kind={kinds.includes(kind) ? kind : (kinds[0] ?? 'image')}
            onKind={setKind}
            onEnlarge={() => act({ kind: 'enlarge' })}
          />
          <div className={styles.side}>
            <CheckWhere row={shown.row} />
            {mode.kind === 'edit' ? (
              <PlateEditor
                key={shown.row.uuid}
                row={shown.row}
                plate={mode.plate}
                type={queue.plate_type}
                onSave={savePlate}
                onCancel={look}
                onDraft={(plate) => keepDraft(shown.row.uuid, plate)}
              />
            ) : (
              <PlateView
                row={shown.row}
                type={queue.plate_type}
                kept={box.drafts[shown.row.uuid]}
                suggested={suggested}
                onEdit={edit}
              />
            )}
            {mode.kind === 'final' && (
              <FinalPanel
                key={`${shown.row.uuid} ${mode.verdict}`}
                row={shown.row}
                verdict={mode.verdict}
                onCancel={look}
                onSubmit={(reason) => decide({ verdict: mode.verdict, ...(reason ? { reason } : {}) })}
              />
            )}
            {mode.kind !== 'edit' && mode.kind !== 'final' && <CheckActions onDeed={act} />}
            <CheckSide row={shown.row} />
          </div>
        </div>
      ) : (
        <Nothing queue={queue} why={why} skipped={skipped.length} onAgain={() => onSkipped([])} />
      )}
      {mode.kind === 'viewer' && shown && (
        <PictureViewer
          pictures={shown.row.pictures}
          at={mode.at}
          lot={shown.row.lot ?? undefined}
          onGo={(at) => setMode({ kind: 'viewer', at })}
          onClose={look}
        />
      )}
      {helping && <CheckHelp onClose={() => setHelping(false)} />}
    </div>
  )
}

function Nothing({
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

/** What it may be: first the plate of the other end of the stay, then what looks like it and is a plate. */
function suggestionsOf(row: CheckRow, type: number): readonly string[] {
  const { plate, suggestions } = plateFacts(row.plate_number, type)
  const other = row.partner ? plateFacts(row.partner.plate_number, type) : undefined
  const first = other && other.plate !== plate && other.issues.length === 0 ? [other.plate] : []
  return [...new Set([...first, ...suggestions])].slice(0, 9)
}

/** What nobody has heard yet would be gone with the page. */
function useBeforeLeaving(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [waiting])
}

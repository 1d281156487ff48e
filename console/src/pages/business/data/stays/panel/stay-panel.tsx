/**
 * One stay: its entry and exit with pictures, its marks, its repair and the history of repairs. Long because
 * they share it.
 */
import { secondsBetween, stayLength } from '@parking/contract/stays/stay-length.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { StandingTag } from '#src/events/event/standing-tag.tsx'
import { DossierButton } from '#src/events/dossier/dossier-button.tsx'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { type CallState, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { CloseIcon, ImageIcon, WarnIcon } from '#src/ui/icons.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { stampSpan } from '../axis/stay-text.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { goneText } from './gone-text.ts'
import { endsOfStay, StayEnds } from './stay-ends.tsx'
import { RepairForm } from './repair-form.tsx'
import styles from './stay-panel.module.css'
import { outdated_stay_calls } from './outdated-stay-calls.ts'
import repair_history_styles from './repair-history.module.css'

export type Stay = AnswerAt<'/api/parking/stay_detail'>

type Props = {
  /** Undefined while no stay is chosen or hovered. */
  query: CallState<Stay> | undefined
  /** False if the pointer only rests on the stay. */
  chosen: boolean
  onClose: () => void
}

export function StayPanel({ query, chosen, onClose }: Props) {
  const words = useWords('stays')
  const stay = query?.data
  const box = useRef<HTMLElement>(null)
  const phone = useStore(mobile)
  const opened = chosen && phone ? stay?.stay : undefined
  // On a phone the panel is below the stay that was pressed.
  useEffect(() => {
    if (opened !== undefined) box.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  return (
    <aside
      ref={box}
      className={`flex column slim on-subtle ${styles.panel}`}
      aria-label={words.panel}
      data-chosen={chosen || undefined}
    >
      {stay ? (
        <>
          <header className={`flex spread gap-8 line-below ${styles.head}`}>
            <div>
              <PlateChip number={stay.plate_number} color="unknown" />
              <strong className="text-16">{stay.identity.lot_no}</strong>
              <small>{[stay.parking_no, stay.camera_name].filter(Boolean).join(' · ')}</small>
            </div>
            {chosen && (
              <button
                type="button"
                className={`plain center ink-2 ${styles.close}`}
                aria-label={words.close_panel}
                onClick={onClose}
              >
                <CloseIcon />
              </button>
            )}
          </header>
          <StayBody key={stay.stay} stay={stay} chosen={chosen} />
        </>
      ) : query?.isError ? (
        <LoadFailed query={query} title={words.gone} />
      ) : query?.isFetching ? (
        <SkeletonRows rows={5} />
      ) : (
        <p className={`center note grow gap-12 text-center ${styles.empty}`}>
          <ImageIcon />
          {words.panel_empty}
        </p>
      )}
    </aside>
  )
}

function StayBody({ stay, chosen }: { stay: Stay; chosen: boolean }) {
  const [words, codes] = [useWords('stays'), useWords('codes')]
  const withdrawn = stay.events.filter(({ standing }) => standing === 'withdrawn')
  const { first, entry, exit } = endsOfStay(stay)
  return (
    <div className={styles.body}>
      <StayEnds stay={stay} />
      <p className={`row wrap ${styles.facts}`}>
        {stay.end_ms !== null && entry && exit && (
          <strong>{stayLength(secondsBetween(stay.begin_ms, stay.end_ms))}</strong>
        )}
        {stay.marks.map((mark) => (
          <span
            key={mark}
            className={`text-12 ink-2 round-4 leading-20 ${styles.mark}`}
            data-wrong={stay.irregular.some((one) => one === mark) || undefined}
          >
            {words.marks[mark]}
          </span>
        ))}
      </p>
      {withdrawn.map((event) => {
        const type = wordOf(event_type, event.event_type)
        return (
          <p key={event.uuid} className={`flex gap-6 text-13 ink-2 ${styles.says}`}>
            <StandingTag standing="withdrawn" />
            <Link to={`/business/data/parking?uuid=${event.uuid}`}>
              {event.time_str.slice(5)} {type && codes.event_type[type]}
            </Link>
          </p>
        )
      })}
      {stay.gone.map((event) => (
        <p key={event.uuid} className={`flex gap-6 text-13 ink-2 ${styles.says}`}>
          <WarnIcon />
          {goneText(event, words, codes)}
        </p>
      ))}
      {stay.irregular.map((one) => (
        <p key={one} className={`flex gap-6 text-13 ink-2 ${styles.says}`}>
          <WarnIcon />
          {words.marks_say[one]}
        </p>
      ))}
      {stay.elsewhere.length > 0 && (
        <ul className="grid gap-6 text-13" aria-label={words.elsewhere}>
          {stay.elsewhere.slice(0, 5).map((other) => (
            <li key={other.stay}>
              {words.elsewhere}{' '}
              <Link to={{ search: `?stay=${other.stay}` }}>
                {other.identity.lot_no} {stampSpan(other.begin_str, other.end_str, words)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {chosen && <RepairForm key={stay.irregular.join()} stay={stay} />}
      {chosen && stay.repairs.length > 0 && <RepairHistory repairs={stay.repairs} />}
      {chosen && first && (
        <footer className="flex wrap gap-8">
          <ButtonLink to={`/business/data/parking?uuid=${first.uuid}`}>{words.open_event}</ButtonLink>
          <ButtonLink to={{ search: `?sheet=${stay.stay}` }}>{words.sheet.title}</ButtonLink>
          <DossierButton uuid={first.uuid} />
        </footer>
      )}
    </div>
  )
}

/** The repairs that users made to a stay, each with its undo, or with what stands in its way. */
function RepairHistory({ repairs }: { repairs: Stay['repairs'] }) {
  const words = useWords('stays')
  const may_work = useMayWork()
  const undo = useChange('/api/parking/undo_stay_repair', {
    refresh: outdated_stay_calls,
    done: () => toast.success(words.undone),
  })
  return (
    <section>
      <h2 className={`text-13 ${repair_history_styles.title}`}>{words.repairs}</h2>
      <ol className={`grid gap-6 text-13 ${repair_history_styles.history}`}>
        {repairs.map((repair) => (
          <li key={repair.repair_id} data-undone={repair.undone_str !== '' || undefined}>
            <span>
              {words.repair_line(words.acts[repair.act], repair.username, repair.time_str.slice(5, 16))}
            </span>
            <small className="ink-3">{repair.reason}</small>
            {repair.undone_str !== '' && (
              <small className="ink-3">
                {words.repair_undone(repair.undo_by, repair.undone_str.slice(5, 16))}
              </small>
            )}
            {may_work && repair.undo !== 'can' && repair.undo !== 'undone' && (
              <small className="ink-3">
                {repair.undo === 'not_last'
                  ? words.undo_first(repair.undo_by)
                  : words.undo_blocked[repair.undo]}
              </small>
            )}
            {repair.undo === 'can' && (
              <Button
                variant="quiet"
                disabled={undo.running}
                onClick={() => void undo.run({ repair_id: repair.repair_id })}
              >
                {words.undo}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

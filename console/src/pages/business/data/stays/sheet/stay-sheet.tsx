/**
 * The dispute sheet: one stay on one printed page, for a driver who complains and for the person who answers.
 * It quotes the device's records; the signed dossier proves them. Long because every part is here.
 */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { secondsBetween, stayLength } from '@parking/contract/stays/stay-length.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { DossierButton } from '#src/events/dossier/dossier-button.tsx'
import { StandingTag } from '#src/events/event/standing-tag.tsx'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { formatTime } from '#src/time/time.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { goneName } from '../panel/gone-text.ts'
import { StayEnds } from '../panel/stay-ends.tsx'
import type { Stay } from '../panel/stay-panel.tsx'
import { cameraOf, camerasOf } from '../panel/stay-cameras.ts'
import { actionsOf, planOf } from './sheet-rows.ts'
import styles from './stay-sheet.module.css'

/** What fits on one side of A4. The dossier has all of it. */
const [max_events, max_actions, max_bands] = [8, 6, 5]

export function StaySheet({ stay }: { stay: number }) {
  const words = useWords('stays')
  const query = useCall('/api/parking/stay_detail', { stay })
  const { data } = query
  const first = data?.events[0]
  return (
    <>
      <div className={styles.tools}>
        <PageHeader
          title={words.sheet.title}
          hint={words.sheet.hint}
          action={
            <>
              <ButtonLink to={`/business/data/stays?stay=${stay}`}>{words.on_axis}</ButtonLink>
              {first && <DossierButton uuid={first.uuid} />}
              <Button variant="primary" disabled={!data} onClick={() => window.print()}>
                {words.sheet.print}
              </Button>
            </>
          }
        />
      </div>
      {data ? (
        <Sheet stay={data} />
      ) : query.isError ? (
        <LoadFailed query={query} title={words.gone} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  )
}

function Sheet({ stay }: { stay: Stay }) {
  const words = useWords('stays')
  const { sheet } = words
  const made = formatTime(useDeviceNow())
  const has = (mark: Stay['marks'][number]) => stay.marks.includes(mark)
  const [begin, end] = [
    has('entry_missing') ? sheet.unknown_since(stay.begin_str) : stay.begin_str,
    stay.lost_exit
      ? sheet.unknown_deleted
      : stay.end_ms === null
        ? words.still
        : has('exit_missing')
          ? sheet.unknown_until(stay.end_str)
          : stay.end_str,
  ]
  const cameras = camerasOf(stay)
  const isWhole = stay.end_ms !== null && !has('entry_missing') && !has('exit_missing')
  return (
    <article className={`card ${styles.sheet}`} aria-label={sheet.title}>
      <header className="row wrap spread gap-8">
        <h2 className="row wrap gap-12">
          {sheet.title}
          <PlateChip number={stay.plate_number} color="unknown" />
        </h2>
        <p className="text-12 ink-3 figures">
          {sheet.made(made)}
          <br />
          {sheet.number(stay.stay)}
        </p>
      </header>
      <StayEnds stay={stay} />
      <Facts strong label={sheet.facts}>
        <Fact name={words.columns.lot} wide>
          {[stay.identity.lot_no, stay.parking_no, cameras.length === 1 && cameras[0]]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
        <Fact name={words.columns.begin}>{begin}</Fact>
        <Fact name={words.columns.end}>{end}</Fact>
        <Fact name={words.columns.length}>
          {isWhole && stay.end_ms !== null
            ? stayLength(secondsBetween(stay.begin_ms, stay.end_ms))
            : sheet.unknown}
        </Fact>
      </Facts>
      <Plan stay={stay} isWhole={isWhole} />
      <Events stay={stay} />
      <Actions stay={stay} />
      <footer className="text-12 ink-3 line-above">{sheet.foot}</footer>
    </article>
  )
}

/** The plan that was in force, and how long the stay was in each of its kinds. */
function Plan({ stay, isWhole }: { stay: Stay; isWhole: boolean }) {
  const words = useWords('stays')
  const { sheet } = words
  const { totals, bands, known } = planOf(stay)
  return (
    <section>
      <h3>{sheet.plan}</h3>
      {known === 'none' ? (
        <p className="note">{sheet.plan_unknown}</p>
      ) : (
        <>
          {isWhole && known === 'whole' && (
            <p>
              {totals
                .map(({ kind, seconds }) => sheet.total(words.bands[kind], stayLength(seconds)))
                .join(sheet.comma)}
            </p>
          )}
          <p className="note figures">
            {bands
              .slice(0, max_bands)
              .map(({ kind, from_ms, to_ms }) => {
                const [from, to] = [formatTime(from_ms), formatTime(to_ms)]
                const same = from.slice(0, 10) === to.slice(0, 10)
                return `${words.span(from.slice(5, 16), to.slice(same ? 11 : 5, 16))} ${words.bands[kind]}`
              })
              .join(sheet.comma)}
            {bands.length > max_bands && ` ${sheet.more_bands(bands.length - max_bands)}`}
          </p>
          {known === 'part' && stay.plan_from_ms !== null && (
            <p className="note">{words.plan_since(formatTime(stay.plan_from_ms).slice(0, 16))}</p>
          )}
        </>
      )}
      <p className="note">{sheet.no_bill}</p>
    </section>
  )
}

function Events({ stay }: { stay: Stay }) {
  const [words, codes] = [useWords('stays'), useWords('codes')]
  const { sheet } = words
  const left = stay.events.length - max_events
  const several = camerasOf(stay).length > 1
  return (
    <section>
      <h3>{sheet.events}</h3>
      <table className="table" aria-label={sheet.events}>
        <thead>
          <tr>
            {[sheet.time, sheet.event, words.columns.plate, sheet.confidence].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stay.events.slice(0, max_events).map((event) => {
            const type = wordOf(event_type, event.event_type)
            return (
              <tr key={event.uuid}>
                <td className="figures">{event.time_str}</td>
                <td>
                  {type && codes.event_type[type]} <StandingTag standing={event.standing} />
                  {several && cameraOf(event) !== '' && (
                    <small className={`ink-3 ${styles.camera}`}>{cameraOf(event)}</small>
                  )}
                </td>
                <td>{event.plate_number || words.no_plate}</td>
                <td>{event.confidence === null ? sheet.typed : confidenceText(event.confidence)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {left > 0 && <p className="note">{sheet.more_events(left)}</p>}
      <p className="note">{sheet.confidence_says}</p>
    </section>
  )
}

/** Who changed anything about the stay: checks of its events and repairs, in order of time. */
function Actions({ stay }: { stay: Stay }) {
  const [words, codes, { verdicts, plate_change }] = [
    useWords('stays'),
    useWords('codes'),
    useWords('event_detail'),
  ]
  const { sheet } = words
  const actions = actionsOf(stay)
  const change = ({ plate_before, plate_after }: Stay['checks'][number]) =>
    plate_change(plate_before || words.no_plate, plate_after || words.no_plate)
  return (
    <section>
      <h3>{sheet.actions}</h3>
      {actions.length === 0 ? (
        <p className="note">{sheet.no_actions}</p>
      ) : (
        <ol className="grid gap-4 text-13" aria-label={sheet.actions}>
          {actions.slice(0, max_actions).map((action) => (
            <li key={action.key}>
              <span className="figures">{action.time_str}</span> {action.by || words.by_retention}{' '}
              {action.gone
                ? sheet.deleted(goneName(action.gone, words, codes))
                : action.check
                  ? verdicts[action.check.verdict]
                  : words.acts[action.repair.act]}
              {action.check?.verdict === 'corrected' && ` ${change(action.check)}`}
              {action.reason !== '' && <span className="ink-2">{sheet.because(action.reason)}</span>}
              {action.repair && action.repair.undone_str !== '' && (
                <span className="ink-2">
                  {sheet.comma}
                  {words.repair_undone(action.repair.undo_by, action.repair.undone_str)}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {actions.length > max_actions && (
        <p className="note">{sheet.more_actions(actions.length - max_actions)}</p>
      )}
    </section>
  )
}

/**
 * Error rates with their intervals: three rates of the whole device, then a row for each group. Long because
 * its parts have no other user.
 */
import { accuracy_by, undrawn_causes, type AccuracyBy } from '@parking/contract/accuracy/accuracy-words.ts'
import { Link } from 'react-router'
import { useCall, queryClient, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { durationText } from '#src/time/time.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useMayWork } from '#src/forms/use-may.ts'
import { toast } from '#src/ui/toast.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import styles from './results.module.css'
import { percentText, scaleOf, verdictOf, verdictOfRow, type Measured, type Report } from './measured.ts'

const ranges = [7, 30, 90, 365] as const

export function Results() {
  const words = useWords('accuracy')
  const { routes } = useWords('shell')
  const url = useUrlState()
  const by = accuracy_by.find((one) => one === url.search.get('by')) ?? 'camera'
  const days = ranges.find((one) => String(one) === url.search.get('days')) ?? 30
  const query = useCall('/api/parking/accuracy_report', { by, days }, { every: 60_000, keep: true })
  const { data } = query
  if (!data && query.isError) return <LoadFailed query={query} title={words.failed} />
  return (
    <div className="stack">
      <div className={`row wrap ${styles.bar}`}>
        <label className={`row gap-8 text-13 ink-2 nowrap ${styles.pick}`}>
          {words.range}
          <select
            className="input"
            value={days}
            onChange={(event) => url.change({ days: event.currentTarget.value })}
          >
            {ranges.map((one) => (
              <option key={one} value={one}>
                {words.last_days(one)}
              </option>
            ))}
          </select>
        </label>
        <StaleMark of={[query]} />
        <SampleShare />
      </div>
      {!data ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          {data.drawn === 0 ? (
            <Section>
              <EmptyState title={words.empty} heading="h2">
                {words.empty_says}
              </EmptyState>
            </Section>
          ) : (
            <Total data={data} />
          )}
          <Undrawn undrawn={data.undrawn} />
          {data.cleared_str && <p className="note">{words.cleared_says(data.cleared_str)}</p>}
          {data.models.length > 0 && (
            <p className="note">
              {words.models_say(
                data.models
                  .map(({ since_str, name, version }) => `${since_str} ${name} ${version}`)
                  .join('；'),
              )}
            </p>
          )}
          <p className="note">
            {words.missed_says} <Link to="/business/reconcile">{routes.business_reconcile}</Link>
          </p>
          <Section
            flush
            title={words.by_title}
            action={
              <div className={`flex round-6 ${styles.segments}`} role="group" aria-label={words.by_title}>
                {accuracy_by.map((one) => (
                  <button
                    key={one}
                    type="button"
                    className="plain text-13 ink-2"
                    aria-pressed={one === by}
                    onClick={() => url.change({ by: one === 'camera' ? undefined : one }, { replace: true })}
                  >
                    {words.by[one]}
                  </button>
                ))}
              </div>
            }
          >
            {data.rows.length === 0 ? (
              <EmptyState title={words.nothing_judged} heading="h3" />
            ) : (
              <RateTable by={by} rows={data.rows} promise={data.max_wrong_percent} />
            )}
          </Section>
        </>
      )}
    </div>
  )
}

/** The decisions that no rate covers. */
function Undrawn({ undrawn }: Pick<Report, 'undrawn'>) {
  const words = useWords('accuracy')
  const causes = undrawn_causes.filter((why) => undrawn[why] > 0)
  if (causes.length === 0) return null
  return (
    <p className="note">
      {words.undrawn_says(causes.map((why) => words.undrawn[why](undrawn[why])).join('、'))}
    </p>
  )
}

/** The three rates of the whole device, and what became of the sample. */
function Total({ data }: { data: Report }) {
  const words = useWords('accuracy')
  const units = useWords('shell').time.units
  return (
    <>
      <div className={`grid gap-12 ${styles.cards}`}>
        {(['entry', 'exit', 'plate'] as const).map((what) => (
          <RateCard key={what} what={what} measured={data.total[what]} promise={data.max_wrong_percent} />
        ))}
      </div>
      <p className={`row wrap text-13 ink-2 ${styles.work}`}>
        <span>{words.judged_of(data.decided, data.drawn)}</span>
        {(['unclear', 'skipped', 'deleted', 'expired', 'waiting', 'corrected'] as const)
          .filter((fate) => data[fate] > 0)
          .map((fate) => (
            <span key={fate}>{words.fates[fate](data[fate])}</span>
          ))}
        {data.total_ms > 0 && (
          <span>
            {words.work(durationText(data.total_ms / 1000, units), (data.median_ms / 1000).toFixed(1))}
          </span>
        )}
        {data.waiting + data.skipped > 0 && <ButtonLink to="?tab=judge">{words.begin}</ButtonLink>}
      </p>
      <p className="note">{words.desk_says}</p>
    </>
  )
}

type Props = { what: 'entry' | 'exit' | 'plate'; measured: Measured; promise: number }

const tones = { none: 'idle', kept: 'ok', broken: 'bad', unsure: 'warn' } as const

/** One error rate of the whole device: the rate, its interval, and whether the promise is kept. */
function RateCard({ what, measured, promise }: Props) {
  const words = useWords('accuracy')
  const { checked, wrong, lost, rate, low, high, at_most, missing } = measured
  const verdict = verdictOf(measured, promise)
  return (
    <section className={`grid card gap-10 ${styles.card}`} aria-label={words.rates[what]}>
      <header className="row spread gap-8">
        <h2 className="text-14 ink-2 medium">{words.rates[what]}</h2>
        <StatusTag tone={tones[verdict]}>{words.verdicts[verdict]}</StatusTag>
      </header>
      <p className={`flex note wrap baseline figures ${styles.rate}`}>
        <strong>{checked === 0 ? '—' : percentText(rate)}</strong>
        {checked > 0 && <span>{words.interval(percentText(low), percentText(high))}</span>}
      </p>
      <IntervalBar measured={measured} promise={promise} scale={scaleOf([measured], promise)} />
      <p className={`flex note wrap ${styles.says}`}>
        <span>{words.counts(checked, wrong)}</span>
        {lost > 0 && <span>{words.lost(lost)}</span>}
        {missing === 0 && <span>{words.at_most(percentText(at_most))}</span>}
        {missing > 0 && verdict !== 'broken' && <span>{words.missing(missing, promise)}</span>}
      </p>
    </section>
  )
}

const shares = [0, 1, 2, 5, 10, 20, 50, 100]

/** Selects the share of decisions that is sampled. A change is saved at once. */
function SampleShare() {
  const words = useWords('accuracy')
  const may = useMayWork()
  const { data } = useCall('/api/parking/get_accuracy_settings', {})
  const change = useChange('/api/parking/update_accuracy_settings', {
    done() {
      toast.success(words.saved)
      void queryClient.invalidateQueries({ queryKey: ['/api/parking/get_accuracy_settings'] })
    },
  })
  if (!data) return null
  const now = data.sample_percent
  return (
    <label className={`row gap-8 text-13 ink-2 nowrap ${styles.pick}`}>
      {words.share}
      <select
        className="input"
        value={now}
        disabled={!may || change.running}
        title={may ? words.share_says : words.role}
        onChange={(event) => void change.run({ sample_percent: Number(event.currentTarget.value) })}
      >
        {(shares.includes(now) ? shares : [...shares, now].toSorted((a, b) => a - b)).map((one) => (
          <option key={one} value={one}>
            {one === 0 ? words.share_none : `${one}%`}
          </option>
        ))}
      </select>
    </label>
  )
}

type RateTableProps = { by: AccuracyBy; rows: Report['rows']; promise: number }

const columns = ['name', 'verdict', 'entry', 'exit', 'plate'] as const

/**
 * Error rates per camera, lot or hour, on one scale so that rows can be compared. On a phone each row is a
 * card.
 */
function RateTable({ by, rows, promise }: RateTableProps) {
  const words = useWords('accuracy')
  const sorted = by === 'hour' ? rows.toSorted((a, b) => Number(a.name) - Number(b.name)) : rows
  const scale = scaleOf(
    rows.flatMap(({ entry, exit, plate }) => [entry, exit, plate]),
    promise,
  )
  const labels = { name: words.by[by], verdict: words.verdict, ...words.rates }
  const isNamesake = (row: Report['rows'][number]) =>
    by !== 'hour' &&
    rows.some(({ camera_name, camera_sn }) => camera_name === row.camera_name && camera_sn !== row.camera_sn)
  return (
    <div className="table-box">
      <table className={`table ${styles.rates}`} data-cards="">
        <TableHead columns={columns} labels={labels} />
        <tbody>
          {sorted.map((row) => (
            <tr key={`${row.camera_sn} ${row.name}`}>
              <td data-label={words.by[by]} data-wide="">
                <strong>{by === 'hour' ? words.hour(Number(row.name)) : row.name}</strong>
                {by === 'lot' && <small>{row.camera_name}</small>}
                {isNamesake(row) && <small>{row.camera_sn}</small>}
              </td>
              <td data-label={words.verdict}>
                <RowVerdict row={row} promise={promise} />
              </td>
              {(['entry', 'exit', 'plate'] as const).map((what) => (
                <td key={what} data-label={words.rates[what]}>
                  <Rate measured={row[what]} promise={promise} scale={scale} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowVerdict({ row, promise }: { row: Report['rows'][number]; promise: number }) {
  const words = useWords('accuracy')
  const verdict = verdictOfRow(row, promise)
  return (
    <>
      <StatusTag tone={tones[verdict]}>{words.verdicts[verdict]}</StatusTag>
      {verdict === 'none' && <small>{words.nothing_known}</small>}
    </>
  )
}

function Rate({ measured, promise, scale }: { measured: Measured; promise: number; scale: number }) {
  const words = useWords('accuracy')
  const { checked, wrong, lost, rate, low, high } = measured
  if (checked === 0) return <span className="ink-3">{lost > 0 ? words.lost(lost) : '—'}</span>
  return (
    <span className={`grid gap-4 figures ${styles.cell}`}>
      <span>
        <b>{percentText(rate)}</b> <small>{`${percentText(low)}–${percentText(high)}`}</small>
      </span>
      <IntervalBar measured={measured} promise={promise} scale={scale} />
      <small>
        {words.counts(checked, wrong)}
        {lost > 0 && ` · ${words.lost(lost)}`}
      </small>
    </span>
  )
}

type IntervalBarProps = {
  measured: Measured
  promise: number
  /** The end of the scale, in percent. */ scale: number
}

/**
 * An interval on a scale from 0, with the measured rate as a mark and the promise as a line. Hidden from
 * screen readers, which read the figures next to it.
 */
function IntervalBar({ measured: { rate, low, high, checked }, promise, scale }: IntervalBarProps) {
  const at = (percent: number) => `${Math.min(100, (percent / scale) * 100)}%`
  return (
    <span className={`block relative on-subtle ${styles.track}`} aria-hidden="true">
      {checked > 0 && (
        <>
          <span
            className={styles.interval}
            data-over={high * 100 > promise || undefined}
            style={{ left: at(low * 100), right: `calc(100% - ${at(high * 100)})` }}
          />
          <span className={styles.mark} style={{ left: at(rate * 100) }} />
        </>
      )}
      <span className={styles.promise} style={{ left: at(promise) }} />
    </span>
  )
}

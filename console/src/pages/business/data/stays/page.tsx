/**
 * The stays page (docs/stays.md): a day of all lots as a time axis or a table, the list of irregular stays,
 * and the selected stay next to them, or its dispute sheet. Day, filter, zoom and stay are in the URL.
 * Long because axis, table and list share the filter and the selection.
 */
import { irregularities } from '@parking/contract/stays/stay-marks.ts'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState, type UrlChanges } from '#src/tables/use-url-state.ts'
import { dayFrom } from '#src/time/range/range-model.ts'
import { formatTime } from '#src/time/time.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { EmptyKerb, EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { TimeAxis } from './axis/axis.tsx'
import { axisOf } from './axis/axis-model.ts'
import { AxisTools, viewIn, zoomIn, zooms } from './axis-tools.tsx'
import { IrregularList } from './irregular/irregular-list.tsx'
import { StayPanel } from './panel/stay-panel.tsx'
import { StaySheet } from './sheet/stay-sheet.tsx'
import { StayTable } from './stay-table.tsx'
import styles from './page.module.css'
import legend_styles from './legend.module.css'

const [today_poll_ms, past_poll_ms] = [10_000, 60_000]
const hover_pause_ms = 90

export default function Stays() {
  const sheet = Number(useUrlState().search.get('sheet') ?? '') || undefined
  return sheet === undefined ? <Axis /> : <StaySheet stay={sheet} />
}

function Axis() {
  const [words, titles] = [useWords('stays'), useWords('shell').routes]
  const navigate = useNavigate()
  const { search, change } = useUrlState()
  const today = formatTime(useDeviceNow()).slice(0, 10)
  const [view, zoom] = [viewIn(search), zoomIn(search)]
  const chosen = Number(search.get('stay') ?? '') || undefined
  const uuid = search.get('uuid') ?? undefined
  // A link to an event or a stay has no day, so the page takes the day from the stay.
  const linked = useCall('/api/parking/stay_detail', uuid === undefined ? { stay: chosen ?? 1 } : { uuid }, {
    enabled: uuid !== undefined || (chosen !== undefined && !search.has('day')),
  })
  const arrive = useEffectEvent(({ stay, day }: { stay: number; day: string }) => {
    if (uuid !== undefined) change({ uuid: undefined, stay, day }, { replace: true })
  })
  useEffect(() => void (linked.data && arrive(linked.data)), [linked.data])
  const day = dayIn(search) ?? (chosen !== undefined ? linked.data?.day : undefined) ?? today
  const park = search.get('park') ?? ''
  const query = useCall(
    '/api/parking/stay_day',
    { day },
    { keep: true, large: true, every: day === today ? today_poll_ms : past_poll_ms },
  )
  const { data } = query
  const axis = useMemo(() => data && axisOf(data, park), [data, park])
  const [hovered, setHovered] = useState<number>()
  const shown = useSettledStay(chosen ?? hovered, hovered)
  const detail = useCall(
    '/api/parking/stay_detail',
    { stay: shown ?? 1 },
    { enabled: shown !== undefined, keep: shown !== undefined },
  )
  const input = useRef<HTMLInputElement>(null)
  const go = (changes: UrlChanges, replace = true) => change(changes, { replace, keepPage: true })
  // The day is set too: without it, a stay that began earlier would open its own day.
  const choose = (stay: number | undefined) =>
    go({ stay, day: stay === undefined && day === today ? undefined : day })
  const onKey = (what: -1 | 1 | 'in' | 'out' | 'search') => {
    if (what === 'search') return input.current?.focus()
    if (typeof what === 'number') return go({ day: capped(dayFrom(day, what), today), stay: undefined })
    const at = zooms.indexOf(zoom) + (what === 'in' ? 1 : -1)
    return go({ zoom: zooms[Math.max(0, Math.min(at, zooms.length - 1))] })
  }
  const tools = (
    <AxisTools
      day={day}
      today={today}
      view={view}
      zoom={zoom}
      park={park}
      irregular={data?.irregular}
      lots={data?.lots ?? []}
      input={input}
      onChange={go}
    />
  )
  const panel = (
    <StayPanel
      query={shown === undefined ? undefined : detail}
      // Keys must not repair the stay that was shown before this one.
      chosen={chosen !== undefined && detail.data?.stay === chosen}
      onClose={() => choose(undefined)}
    />
  )
  return (
    <div className={styles.page}>
      <PageHeader title={titles.business_stays} hint={words.hint} action={<StaleMark of={[query]} />} />
      <section className={`flex card column slim ${styles.card}`} data-stay-keys="">
        {tools}
        {data && data.behind > 0 && (
          <p className={`text-13 line-below on-info ${styles.notice}`} role="status">
            {words.behind(data.behind)}
          </p>
        )}
        {!data || !axis ? (
          query.isError ? (
            <LoadFailed query={query} title={words.failed} />
          ) : (
            <SkeletonRows rows={12} />
          )
        ) : data.lots.length === 0 ? (
          <NoLots />
        ) : (
          <div className={styles.split} data-view={view}>
            <div className={styles.main} aria-busy={query.isPlaceholderData}>
              {view === 'irregular' ? (
                <IrregularList
                  kind={irregularities.find((one) => one === search.get('kind'))}
                  cursor={search.get('cursor') ?? undefined}
                  chosen={chosen}
                  onChoose={(stay) => go({ stay, day: undefined })}
                  onChange={go}
                />
              ) : view === 'table' ? (
                <StayTable axis={axis} chosen={chosen} onChoose={choose} />
              ) : (
                <TimeAxis
                  axis={axis}
                  zoom={24 / zoom}
                  chosen={chosen}
                  onChoose={choose}
                  onHover={setHovered}
                  onOpen={(stay) => {
                    const first = detail.data?.stay === stay ? detail.data.events[0] : undefined
                    if (first) void navigate(`/business/data/parking?uuid=${first.uuid}`)
                  }}
                  onKey={onKey}
                />
              )}
            </div>
            {panel}
          </div>
        )}
        {view === 'axis' && data && data.lots.length > 0 && (
          <footer className={`row wrap spread text-12 ink-3 line-above ${styles.foot}`}>
            <Legend />
            {data.plan_from_ms === null ? (
              <span>{words.plan_unknown}</span>
            ) : (
              data.plan_from_ms > data.from_ms && (
                <span>{words.plan_since(formatTime(data.plan_from_ms).slice(11, 16))}</span>
              )
            )}
            <span className="mouse-only">{words.keys_short}</span>
          </footer>
        )}
      </section>
    </div>
  )
}

function NoLots() {
  const words = useWords('stays')
  return (
    <EmptyState
      picture={<EmptyKerb />}
      title={words.none_title}
      heading="h2"
      action={
        <ButtonLink variant="primary" to="/business/sceneConfig">
          {words.none_go}
        </ButtonLink>
      }
    >
      {words.none_says}
    </EmptyState>
  )
}

const capped = (day: string, today: string): string => (day > today ? today : day)
const dayIn = (search: URLSearchParams): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(search.get('day') ?? '') ? (search.get('day') ?? undefined) : undefined

/** The stay under the pointer once the pointer rests; the chosen stay if it rests on none. */
function useSettledStay(stay: number | undefined, hovered: number | undefined): number | undefined {
  const wanted = hovered ?? stay
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), hover_pause_ms)
    return () => clearTimeout(timer)
  }, [wanted])
  return settled
}

const signs = [
  'normal',
  'open',
  'doubtful',
  'missing',
  'irregular',
  'corrected',
  'cut',
  'gap',
  'now',
] as const

/** The legend of the axis: its shapes, drawn as on the axis, and what they mean. */
function Legend() {
  const words = useWords('stays')
  const texts: Record<(typeof signs)[number], string> = {
    normal: words.legend_normal,
    open: words.legend_open,
    doubtful: words.marks.doubtful,
    missing: words.marks.exit_missing,
    irregular: words.legend_irregular,
    corrected: [words.marks.corrected, words.marks.typed, words.marks.withdrawn].join('、'),
    cut: words.marks.cut,
    gap: words.legend_gap,
    now: words.legend_now,
  }
  return (
    <ul className={`flex wrap ink-2 ${legend_styles.legend}`} aria-label={words.legend}>
      {signs.map((sign) => (
        <li key={sign} className="inline-row gap-6">
          <i data-sign={sign} aria-hidden="true" />
          {texts[sign]}
        </li>
      ))}
    </ul>
  )
}

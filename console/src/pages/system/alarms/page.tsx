/**
 * The alarm centre: open alarms by what they cost, each with its remedy, and the past ones by kind and
 * camera. The open row and the filters are in the URL. Long because both lists share the address.
 */
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Chosen } from '#src/tables/filter-fields.tsx'
import { ListBar } from '#src/tables/list-bar.tsx'
import { ListBody } from '#src/tables/list-body.tsx'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState, type UrlState } from '#src/tables/use-url-state.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { AlarmTable } from './alarm-table.tsx'
import styles from './alarms.module.css'
import { Silences } from './silences.tsx'

export default function AlarmCentre() {
  const [words, titles] = [useWords('alarms'), useWords('shell').routes]
  const url = useUrlState()
  return (
    <>
      <PageHeader
        title={titles.system_alarms}
        hint={words.hint}
        action={
          <>
            <ButtonLink to="/system/operation?tab=diagnose">{titles.system_diagnose}</ButtonLink>
            <ButtonLink to="/business/params?tab=alarm">{words.mail_settings}</ButtonLink>
          </>
        }
      />
      <div className={`stack one-column ${styles.page}`}>
        <OpenAlarms url={url} />
        <PastAlarms url={url} />
      </div>
    </>
  )
}

/** More than a device can have open at once: its kinds, for each of its cameras. */
const shown_open = 500

function OpenAlarms({ url }: { url: UrlState }) {
  const words = useWords('alarms')
  const query = useCall(
    '/api/parking/alarms',
    { page: 1, page_size: shown_open, open: true },
    { every: 5_000 },
  )
  const { data, dataUpdatedAt } = query
  return (
    <Section
      title={words.open}
      flush
      action={
        <>
          <StaleMark of={[query]} />
          {data && data.open > 0 && (
            <StatusTag tone={data.loud > 0 ? 'bad' : 'idle'}>{words.open_count(data.open)}</StatusTag>
          )}
        </>
      }
    >
      <ListBody
        query={query}
        failed={words.failed}
        fresh={undefined}
        onFresh={() => undefined}
        empty={
          data?.list.length === 0 ? (
            <div className={`row ${styles.well}`}>
              <span className={`center rigid ok circle icons-20 ${styles.mark}`}>
                <CheckIcon />
              </span>
              <div>
                <h3 className="text-14 bold">{words.empty}</h3>
                <p className="note">{words.empty_says}</p>
              </div>
            </div>
          ) : undefined
        }
        foot={data && <Silences alarms={data} here={(ms) => dataUpdatedAt - (data.now_ms - ms)} />}
      >
        <AlarmTable
          alarms={data}
          received_ms={dataUpdatedAt}
          expected={2}
          acts
          opened={url.search.get('id') ?? ''}
          onOpen={(id) => url.change({ id }, { keepPage: true, replace: true })}
        />
      </ListBody>
    </Section>
  )
}

const no_filter = { kind: undefined, camera: undefined } as const

function PastAlarms({ url }: { url: UrlState }) {
  const [words, kinds] = [useWords('alarms'), useWords('codes').alarm_kind]
  const { page, page_size, search, change } = url
  const kind_names = Object.keys(kinds) as (keyof typeof kinds)[]
  const kind = kind_names.find((one) => one === search.get('kind'))
  const camera = search.get('camera') ?? undefined
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 256 })
  const query = useCall(
    '/api/parking/alarms',
    { page, page_size, open: false, ...(kind && { kind }), ...(camera && { subject: camera }) },
    { every: 15_000, keep: true },
  )
  const { data, dataUpdatedAt } = query
  const names = (cameras.data?.list ?? []).map(({ camera_sn, camera_name }) => ({
    value: camera_sn,
    label: camera_name,
  }))
  const active = Number(kind !== undefined) + Number(camera !== undefined)
  const set = (changes: Parameters<UrlState['change']>[0]) => change({ id: undefined, ...changes })
  return (
    <Section title={words.history} hint={words.history_hint} flush>
      <ListBar
        words={words}
        active={active}
        onReset={() => set(no_filter)}
        filters={[
          {
            name: 'kind',
            label: words.kind,
            text: kind && kinds[kind],
            pinned: true,
            control: (id) => (
              <Chosen
                id={id}
                value={kind ?? ''}
                any={words.any}
                options={kind_names.map((value) => ({ value, label: kinds[value] }))}
                onChoose={(chosen) => set({ kind: chosen })}
              />
            ),
            onDrop: () => set({ kind: undefined }),
          },
          {
            name: 'camera',
            label: words.camera,
            text: camera && (names.find(({ value }) => value === camera)?.label ?? camera),
            pinned: true,
            control: (id) => (
              <Chosen
                id={id}
                value={camera ?? ''}
                any={words.any}
                options={names}
                onChoose={(chosen) => set({ camera: chosen })}
              />
            ),
            onDrop: () => set({ camera: undefined }),
          },
        ]}
      />
      <ListBody
        query={query}
        failed={words.failed}
        fresh={undefined}
        onFresh={() => undefined}
        empty={
          data?.list.length === 0 ? (
            <EmptyState
              title={active > 0 ? words.nothing : words.no_history}
              action={active > 0 && <Button onClick={() => set(no_filter)}>{words.reset}</Button>}
            >
              {active > 0 ? words.nothing_says : words.no_history_says}
            </EmptyState>
          ) : undefined
        }
      >
        <AlarmTable
          alarms={data}
          received_ms={dataUpdatedAt}
          expected={6}
          opened={search.get('id') ?? ''}
          onOpen={(id) => change({ id }, { keepPage: true, replace: true })}
        />
      </ListBody>
      {data && data.total > 0 && <UrlPager total={data.total} url={url} forget="id" />}
    </Section>
  )
}

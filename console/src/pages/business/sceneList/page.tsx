/**
 * Every scene and lot of all cameras in one table, with filter, sorting and batch edit. Long because both
 * views share it.
 */
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useMayWork } from '#src/forms/use-may.ts'
import { useCall, readAgain } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyKerb, EmptyState } from '#src/ui/state/empty-state.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { useLotColumns, useSceneColumns, type LotState } from './columns.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListTools } from './list-tools.tsx'
import { RowTable, type Column } from './row-table.tsx'
import {
  filterIn,
  filtered,
  nextSort,
  no_filter,
  sorted,
  sortIn,
  sortText,
  viewIn,
  type SortName,
} from './scene-filter.ts'
import { lotRowsOf, sceneRowsOf, sceneName, type LotRow, type Scene, type SceneRow } from './scene-rows.ts'
import { useRowSelection } from './use-row-selection.ts'

/**
 * Polling interval of camera states and lot states; the scenes themselves are refetched only after a change.
 */
const poll_ms = 10_000

const no_scenes: readonly Scene[] = []

export default function SceneListPage() {
  const [words, range] = [useWords('scene_list'), useWords('range')]
  const url = useUrlState()
  const { search, page, page_size, change } = url
  const scenes = useCall('/api/camera/get_scenes', {}, { large: true })
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 500 }, { every: poll_ms })
  const view = viewIn(search)
  const rows = useMemo(() => {
    if (!scenes.data) return undefined
    return view === 'lots' ? lotRowsOf(scenes.data.list) : sceneRowsOf(scenes.data.list)
  }, [scenes.data, view])
  const matching = useMatching(rows, search)
  const pages = Math.max(1, Math.ceil((matching?.length ?? 0) / page_size))
  const at = Math.min(page, pages)
  const shown = useMemo(
    () => matching?.slice((at - 1) * page_size, at * page_size),
    [matching, at, page_size],
  )
  const selections = { scenes: useRowSelection(shown ?? []), lots: useRowSelection(shown ?? []) }
  const selection = selections[view]
  // The check boxes are painted before thousands of rows are counted.
  const ids = useDeferredValue(selection.ids)
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : (rows ?? []).filter(({ id }) => ids.has(id))),
    [rows, ids],
  )
  const any = chosen.length > 0
  const found = useMemo(() => (any ? new Set(matching?.map(({ id }) => id)) : undefined), [any, matching])
  const hidden = useMemo(() => chosen.filter(({ id }) => !found?.has(id)).length, [found, chosen])
  const [editing, setEditing] = useState(false)
  const may_work = useMayWork()

  const counts = scenes.data && {
    scenes: scenes.data.list.length,
    lots: scenes.data.list.reduce((sum, { lot_num }) => sum + lot_num, 0),
  }
  const states = useMemo(
    () => new Map(cameras.data?.list.map(({ camera_sn, state }) => [camera_sn, state])),
    [cameras.data],
  )
  const scene_columns = useSceneColumns(states)
  const lot_columns = useLotColumns(states, useLotStates(view === 'lots' ? shown : undefined))
  const columns: readonly Column<SceneRow & LotRow>[] = view === 'lots' ? lot_columns : scene_columns
  const sorts = useMemo(
    () => columns.flatMap(({ sort: by, label }) => (by ? [{ name: by, label }] : [])),
    [columns],
  )
  const sort = sortIn(search)
  const is_empty = scenes.data?.list.length === 0

  return (
    <>
      <PageHeader
        title={words.title}
        hint={words.hint}
        action={
          <>
            <StaleMark of={[scenes, cameras]} />
            <Button onClick={() => void readAgain(scenes)} aria-busy={scenes.isFetching}>
              <RefreshIcon />
              {words.refresh}
            </Button>
          </>
        }
      />
      <Section flush>
        {!rows && scenes.isError ? (
          <LoadFailed query={scenes} title={words.failed} />
        ) : is_empty ? (
          <EmptyState
            picture={<EmptyKerb />}
            title={words.empty.title}
            heading="h2"
            action={
              <ButtonLink variant="primary" to="/business/sceneConfig">
                {words.empty.go}
              </ButtonLink>
            }
          >
            {words.empty.body}
          </EmptyState>
        ) : (
          <>
            <ListFilters
              url={url}
              scenes={scenes.data?.list ?? no_scenes}
              hits={matching && range.list.hits(matching.length)}
              sorts={sorts}
            />
            <ListTools
              view={view}
              counts={counts}
              onView={(next) =>
                change({ view: next === 'lots' ? next : undefined, sort: undefined, lot_type: undefined })
              }
              chosen={chosen.length}
              hidden={hidden}
              matching={matching?.length ?? 0}
              onAll={() =>
                selection.set(
                  (matching ?? []).map(({ id }) => id),
                  true,
                )
              }
              onClear={selection.clear}
              onEdit={() => setEditing(true)}
            />
            {matching?.length === 0 ? (
              <EmptyState
                title={words.nothing}
                heading="h2"
                action={<Button onClick={() => change(no_filter)}>{words.reset}</Button>}
              >
                {words.nothing_body}
              </EmptyState>
            ) : (
              <div className="table-box" aria-busy={!rows}>
                <RowTable
                  label={rows ? words.title : words.loading}
                  columns={columns}
                  rows={shown as readonly (SceneRow & LotRow)[] | undefined}
                  sort={sort}
                  onSort={(by: SortName) => change({ sort: sortText(nextSort(sort, by)) }, { replace: true })}
                  selection={may_work ? selection : undefined}
                  selectLabel={({ scene, lot }) =>
                    view === 'lots'
                      ? words.select.lot(lot.lot_no)
                      : words.select.scene(scene.camera_name, sceneName(scene))
                  }
                />
              </div>
            )}
            {matching && matching.length > 0 && (
              <UrlPager total={matching.length} url={{ ...url, page: at }} />
            )}
          </>
        )}
      </Section>
      {editing && (
        <EditDialog
          view={view}
          rows={chosen}
          onDone={(ids) => selection.set(ids, false)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

/** The rows that match the filter of the URL, sorted. */
function useMatching<Row extends SceneRow>(rows: readonly Row[] | undefined, search: URLSearchParams) {
  const [view, by, down] = [viewIn(search), sortIn(search)?.by, sortIn(search)?.down ?? false]
  // Sorted before filtering, so that a key typed in the search only filters.
  const all = useMemo(() => rows && sorted(rows, view, by && { by, down }), [rows, view, by, down])
  return useMemo(() => all && filtered(all, filterIn(search)), [all, search])
}

/** The states of the lots on this page, as the analysis application reports them. */
function useLotStates(shown: readonly SceneRow[] | undefined): (row: LotRow) => LotState {
  const lot_nos = useMemo(
    () => [...new Set((shown as readonly LotRow[] | undefined)?.map(({ lot }) => lot.lot_no))],
    [shown],
  )
  const { data } = useCall(
    '/api/camera/lot_states',
    { lot_nos },
    { enabled: lot_nos.length > 0, every: poll_ms, keep: true },
  )
  const states = useMemo(() => new Map(data?.list.map((lot) => [lot.lot_no, lot.occupied])), [data])
  return useCallback(
    ({ lot }) => {
      const occupied = states.get(lot.lot_no)
      return occupied === undefined ? 'unknown' : occupied ? 'occupied' : 'free'
    },
    [states],
  )
}

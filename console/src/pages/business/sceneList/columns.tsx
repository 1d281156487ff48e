/**
 * The columns of the tables of scenes and of lots. Long because each cell of both tables is described once.
 */
import { useMemo } from 'react'
import { Link } from 'react-router'
import {
  camera_state,
  difficult,
  direction,
  lot_posture,
  lot_type,
  scene_type,
  wordOf,
} from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './columns.module.css'
import type { Column } from './row-table.tsx'
import { editorUrl, sceneName, type LotRow, type SceneRow } from './scene-rows.ts'
import type { SortName } from './scene-filter.ts'

const camera_tones = { offline: 'idle', online: 'ok', error: 'bad' } as const

/** The state of each camera by its serial number. */
export type CameraStates = ReadonlyMap<string, number>

function CameraCell({ row: { scene }, states }: { row: SceneRow; states: CameraStates }) {
  const codes = useWords('codes').camera_state
  const state = states.get(scene.camera_sn)
  const word = state === undefined ? undefined : (wordOf(camera_state, state) ?? 'error')
  return (
    <span className={`inline-row wrap slim ${styles.camera}`}>
      <span className={`ellipsis ${styles.clip}`} title={scene.camera_name}>
        {scene.camera_name}
      </span>
      {word && <StatusTag tone={camera_tones[word]}>{codes[word]}</StatusTag>}
    </span>
  )
}

function Warnings({ of }: { of: SceneRow['warnings'] }) {
  const words = useWords('scene_list')
  if (of.length === 0) return null
  return (
    <span className={styles.warnings}>
      {of.map((warning) => (
        <StatusTag
          key={warning}
          tone={warning === 'no_lots' ? 'idle' : 'warn'}
          title={words.warning_hints[warning]}
        >
          {words.warnings[warning]}
        </StatusTag>
      ))}
    </span>
  )
}

function EnabledTag({ on }: { on: boolean }) {
  const words = useWords('scene_list')
  return <StatusTag tone={on ? 'ok' : 'idle'}>{on ? words.on : words.off}</StatusTag>
}

function Parking({ of: parking_no }: { of: string }) {
  const words = useWords('scene_list')
  return parking_no.trim() === '' ? (
    <span className="warn">{words.no_parking_no}</span>
  ) : (
    <span className={`block ellipsis ${styles.clip}`} title={parking_no}>
      {parking_no}
    </span>
  )
}

type Texts = { words: Areas['scene_list']; codes: Areas['codes'] }

/** Makes columns by which the list can be sorted, each named like its text. */
const sortedBy =
  (words: Areas['scene_list']) =>
  <Row,>(name: SortName, cell: Column<Row>['cell'], number = false): Column<Row> => ({
    name,
    label: words[name],
    sort: name,
    cell,
    ...(number && { number }),
  })

/**
 * Returns the same columns until their content has changed, because new columns make every row render its
 * cells again.
 */
export function useSceneColumns(states: CameraStates): Column<SceneRow>[] {
  const [words, codes] = [useWords('scene_list'), useWords('codes')]
  return useMemo(() => sceneColumns({ words, codes }, states), [words, codes, states])
}

function sceneColumns({ words, codes }: Texts, states: CameraStates): Column<SceneRow>[] {
  const sorted = sortedBy(words)
  return [
    sorted<SceneRow>('camera', (row) => <CameraCell row={row} states={states} />),
    {
      name: 'scene',
      label: words.scene,
      cell: ({ scene, warnings }) => (
        <span className={`inline-row wrap ${styles.named}`}>
          <Link
            className={`ellipsis ${styles.clip}`}
            to={editorUrl(scene)}
            title={sceneName(scene)}
            aria-label={words.edit_scene(scene.camera_name, sceneName(scene))}
          >
            {sceneName(scene)}
          </Link>
          <Warnings of={warnings} />
        </span>
      ),
    },
    sorted<SceneRow>(
      'scene_type',
      ({ scene }) => codes.scene_type[wordOf(scene_type, scene.scene_type) ?? 'parking'],
    ),
    sorted<SceneRow>('enabled', ({ scene }) => <EnabledTag on={scene.enabled} />),
    sorted<SceneRow>('parking_no', ({ scene }) => <Parking of={scene.parking_no} />),
    sorted<SceneRow>('lot_num', ({ scene }) => scene.lot_num, true),
    sorted<SceneRow>('direction', ({ scene }) => codes.direction[wordOf(direction, scene.direction) ?? 'd5']),
    sorted<SceneRow>('reference', ({ scene }) =>
      scene.ref_snapshot === '' ? words.no_reference : words.has_reference,
    ),
    sorted<SceneRow>('update_time', ({ scene }) => (
      <span className={`ink-2 nowrap ${styles.time}`}>{scene.update_time_str || '--'}</span>
    )),
  ]
}

export type LotState = 'occupied' | 'free' | 'unknown'
const state_tones = { occupied: 'info', free: 'ok', unknown: 'idle' } as const

/** `stateOf` must be the same function until it returns something else. */
export function useLotColumns(states: CameraStates, stateOf: (row: LotRow) => LotState): Column<LotRow>[] {
  const [words, codes] = [useWords('scene_list'), useWords('codes')]
  return useMemo(() => lotColumns({ words, codes }, states, stateOf), [words, codes, states, stateOf])
}

function lotColumns(
  { words, codes }: Texts,
  states: CameraStates,
  stateOf: (row: LotRow) => LotState,
): Column<LotRow>[] {
  const sorted = sortedBy(words)
  return [
    sorted<LotRow>('lot_no', ({ scene, lot, warnings }) => (
      <span className={styles.named}>
        <Link
          className={`ellipsis ${styles.clip}`}
          to={editorUrl(scene, lot.lot_no)}
          title={lot.lot_no}
          aria-label={words.edit_lot(lot.lot_no, scene.camera_name)}
        >
          {lot.lot_no}
        </Link>
        <Warnings of={warnings} />
      </span>
    )),
    {
      name: 'state',
      label: words.state,
      cell: (row) => {
        const state = stateOf(row)
        return (
          <StatusTag tone={state_tones[state]} {...(state === 'unknown' && { title: words.unknown_hint })}>
            {words.states[state]}
          </StatusTag>
        )
      },
    },
    sorted<LotRow>('lot_type', ({ lot }) => codes.lot_type[wordOf(lot_type, lot.lot_type) ?? 'none']),
    sorted<LotRow>(
      'lot_posture',
      ({ lot }) => codes.lot_posture[wordOf(lot_posture, lot.lot_posture) ?? 'any'],
    ),
    sorted<LotRow>('motor_num', ({ lot }) => lot.motor_num, true),
    sorted<LotRow>('difficult', ({ lot }) => codes.difficult[wordOf(difficult, lot.difficult) ?? 'low']),
    sorted<LotRow>('camera', (row) => <CameraCell row={row} states={states} />),
    sorted<LotRow>('parking_no', ({ scene }) => <Parking of={scene.parking_no} />),
    sorted<LotRow>(
      'scene_type',
      ({ scene }) => codes.scene_type[wordOf(scene_type, scene.scene_type) ?? 'parking'],
    ),
    sorted<LotRow>('enabled', ({ scene }) => <EnabledTag on={scene.enabled} />),
  ]
}

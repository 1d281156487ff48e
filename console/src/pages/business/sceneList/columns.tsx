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
import { editorUrl, shortId, type LotRow, type SceneRow } from './scene-rows.ts'

const camera_tones = { offline: 'idle', online: 'ok', error: 'bad' } as const

/** The state of each camera by its serial number. */
export type CameraStates = ReadonlyMap<string, number>

function CameraCell({ row: { scene }, states }: { row: SceneRow; states: CameraStates }) {
  const codes = useWords('codes').camera_state
  const state = states.get(scene.camera_sn)
  const word = state === undefined ? undefined : (wordOf(camera_state, state) ?? 'error')
  return (
    <span className={styles.camera}>
      <span className={styles.clip} title={scene.camera_name}>
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
  return parking_no.trim() === '' ? <span className={styles.missing}>{words.no_parking_no}</span> : parking_no
}

type Texts = { words: Areas['scene_list']; codes: Areas['codes'] }

/**
 * Returns the same columns until their content has changed, because new columns make every row render its
 * cells again.
 */
export function useSceneColumns(states: CameraStates): Column<SceneRow>[] {
  const [words, codes] = [useWords('scene_list'), useWords('codes')]
  return useMemo(() => sceneColumns({ words, codes }, states), [words, codes, states])
}

function sceneColumns({ words, codes }: Texts, states: CameraStates): Column<SceneRow>[] {
  return [
    {
      name: 'camera',
      label: words.camera,
      sort: 'camera',
      cell: (row) => <CameraCell row={row} states={states} />,
    },
    {
      name: 'scene',
      label: words.scene,
      cell: ({ scene, warnings }) => (
        <span className={styles.named}>
          <Link
            to={editorUrl(scene)}
            title={scene.scene_id}
            aria-label={words.edit_scene(scene.camera_name, shortId(scene.scene_id))}
          >
            {shortId(scene.scene_id)}
          </Link>
          <Warnings of={warnings} />
        </span>
      ),
    },
    {
      name: 'scene_type',
      label: words.scene_type,
      sort: 'scene_type',
      cell: ({ scene }) => codes.scene_type[wordOf(scene_type, scene.scene_type) ?? 'parking'],
    },
    {
      name: 'enabled',
      label: words.enabled,
      sort: 'enabled',
      cell: ({ scene }) => <EnabledTag on={scene.enabled} />,
    },
    {
      name: 'parking_no',
      label: words.parking_no,
      sort: 'parking_no',
      cell: ({ scene }) => <Parking of={scene.parking_no} />,
    },
    {
      name: 'lot_num',
      label: words.lot_num,
      sort: 'lot_num',
      number: true,
      cell: ({ scene }) => scene.lot_num,
    },
    {
      name: 'direction',
      label: words.direction,
      sort: 'direction',
      cell: ({ scene }) => codes.direction[wordOf(direction, scene.direction) ?? 'd5'],
    },
    {
      name: 'reference',
      label: words.reference,
      sort: 'reference',
      cell: ({ scene }) => (scene.ref_snapshot === '' ? words.no_reference : words.has_reference),
    },
    {
      name: 'update_time',
      label: words.update_time,
      sort: 'update_time',
      cell: ({ scene }) => <span className={styles.time}>{scene.update_time_str || '--'}</span>,
    },
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
  return [
    {
      name: 'lot_no',
      label: words.lot_no,
      sort: 'lot_no',
      cell: ({ scene, lot, warnings }) => (
        <span className={styles.named}>
          <Link to={editorUrl(scene, lot.lot_no)} aria-label={words.edit_lot(lot.lot_no, scene.camera_name)}>
            {lot.lot_no}
          </Link>
          <Warnings of={warnings} />
        </span>
      ),
    },
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
    {
      name: 'lot_type',
      label: words.lot_type,
      sort: 'lot_type',
      cell: ({ lot }) => codes.lot_type[wordOf(lot_type, lot.lot_type) ?? 'none'],
    },
    {
      name: 'lot_posture',
      label: words.lot_posture,
      sort: 'lot_posture',
      cell: ({ lot }) => codes.lot_posture[wordOf(lot_posture, lot.lot_posture) ?? 'any'],
    },
    {
      name: 'motor_num',
      label: words.motor_num,
      sort: 'motor_num',
      number: true,
      cell: ({ lot }) => lot.motor_num,
    },
    {
      name: 'difficult',
      label: words.difficult,
      sort: 'difficult',
      cell: ({ lot }) => codes.difficult[wordOf(difficult, lot.difficult) ?? 'low'],
    },
    {
      name: 'camera',
      label: words.camera,
      sort: 'camera',
      cell: (row) => <CameraCell row={row} states={states} />,
    },
    {
      name: 'parking_no',
      label: words.parking_no,
      sort: 'parking_no',
      cell: ({ scene }) => <Parking of={scene.parking_no} />,
    },
    {
      name: 'scene_type',
      label: words.scene_type,
      sort: 'scene_type',
      cell: ({ scene }) => codes.scene_type[wordOf(scene_type, scene.scene_type) ?? 'parking'],
    },
    {
      name: 'enabled',
      label: words.enabled,
      sort: 'enabled',
      cell: ({ scene }) => <EnabledTag on={scene.enabled} />,
    },
  ]
}

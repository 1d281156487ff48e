/** Area `dashboard`: the call of the first page, which makes it every few seconds, so it must read little. */
import { createHash } from 'node:crypto'
import {
  type Answer,
  camera_state,
  type dashboard_calls,
  wall_disagree_ms,
  type WallCamera,
  type WallLot,
  type WallLotState,
  type WallWhy,
} from '@parking/contract'
import { type AlarmRow, openAlarms } from '../alarm/alarm.store.ts'
import { allCameras, type CameraRow } from '../camera/camera.store.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { LotState, LotStates } from '../camera/lot-states.ts'
import { pictureAddress } from '../camera/picture-file.ts'
import { movedScenes } from '../camera/reference.store.ts'
import { countToCheck } from '../checks/event-check.store.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Handlers } from '../core/call-context.ts'
import type { Deps } from '../core/deps.ts'
import { countCallsLeft } from '../device/provision-progress.store.ts'
import type { LotStays, PresentStay } from './lot-stays.ts'
import type { NewestEvent } from './newest-event.ts'
import { sceneChanges, type WallLotRow, wallLots } from './dashboard.store.ts'

type Needs = Pick<Deps, 'db' | 'media' | 'now'> & {
  analysis: AnalysisConnection
  looks: CameraLooks
  lot_states: LotStates
  lot_stays: LotStays
  newest_event: NewestEvent
}

export const dashboard_handlers = {
  camera_wall: (_, context) => cameraWall(context),
} satisfies Handlers<keyof typeof dashboard_calls, Needs>

export function cameraWall(deps: Needs): Answer<'camera_wall'> {
  const { db, analysis, lot_stays, newest_event } = deps
  const [cameras, lots, moved, alarms] = [allCameras(db), wallLots(db), movedScenes(db), openAlarms(db)]
  const stays = lot_stays.read(db, new Map(lots.map(({ lot_no, motor_num }) => [lot_no, motor_num])))
  return {
    time_ms: deps.now(),
    connected: analysis.peer !== null,
    setup_calls_left: countCallsLeft(db),
    layout: layoutOf(deps, cameras, lots, moved),
    newest: newest_event.uuid(db),
    to_check: [...countToCheck(db).values()].reduce((sum, n) => sum + n, 0),
    cameras: cameras.map((camera) => cameraShown(camera, alarms, deps)),
    lots: lots.map((lot) => lotShown(lot, stays.get(lot.lot_no)!, moved.has(lot.scene_id), deps)),
  }
}

function cameraShown(row: CameraRow, alarms: readonly AlarmRow[], { media, looks, now }: Needs): WallCamera {
  const { camera_sn, camera_name, state, state_reason, state_ms, width, height } = row
  const look = looks.get(camera_sn)
  return {
    camera_sn,
    camera_name,
    state,
    state_reason,
    state_ms,
    picture_health: look?.health ?? '',
    picture: pictureAddress(media, looks, camera_sn, now()),
    picture_ms: look?.picture_ms ?? 0,
    width,
    height,
    ptz_supported: row.ptz_supported === 1,
    alarms: alarms
      .filter(({ kind, subject }) => kind.startsWith('camera_') && subject === camera_sn)
      .map(({ kind, severity, since_ms }) => ({ kind, severity, since_ms })),
  }
}

function lotShown(
  lot: WallLotRow,
  stay: PresentStay,
  scene_moved: boolean,
  { analysis, lot_states, now }: Needs,
): WallLot {
  const { lot_no, scene_id, camera_sn, parking_no } = lot
  const reported = lot_states.get(lot_no)
  const report = reported?.scene_id === scene_id ? reported : undefined
  const { state, why } = lotStateOf(
    {
      connected: analysis.peer !== null,
      camera_state: lot.state,
      scene_enabled: lot.enabled === 1,
      scene_moved,
      report,
      stay,
    },
    now(),
  )
  const is_empty = stay.vehicles === 0 && report?.occupied !== true
  return {
    lot_no,
    scene_id,
    camera_sn,
    parking_no,
    state,
    why,
    since_ms: is_empty ? stay.left_ms : stay.since_ms,
    vehicles: stay.vehicles,
    plate_number: stay.plate_number,
    plate_color: stay.plate_color,
    uuid: stay.uuid,
  }
}

/** A hash of all data about cameras, scenes and lots that the page reads before it requests their states. */
function layoutOf(
  { db }: Needs,
  cameras: readonly CameraRow[],
  lots: readonly WallLotRow[],
  moved: ReadonlySet<string>,
): string {
  const page_data = [
    cameras.map(({ camera_sn, camera_name, camera_type, width, height, ptz_supported }) => [
      camera_sn,
      camera_name,
      camera_type,
      width,
      height,
      ptz_supported,
    ]),
    sceneChanges(db).map(({ scene_id, camera_sn, update_ms }) => [
      scene_id,
      camera_sn,
      update_ms,
      moved.has(scene_id),
    ]),
    lots.map(({ lot_no, scene_id, polygon }) => [lot_no, scene_id, polygon]),
  ]
  return createHash('sha256').update(JSON.stringify(page_data)).digest('hex').slice(0, 16)
}

/** Derives whether a lot on the first page is free, occupied, doubtful or unseen, and why. Pure. */
type LotFacts = {
  /** The analysis application is connected. */
  connected: boolean
  camera_state: number
  scene_enabled: boolean
  /** The camera has moved since the lots were drawn. */
  scene_moved: boolean
  report: Pick<LotState, 'occupied' | 'since_ms'> | undefined
  stay: Pick<PresentStay, 'vehicles' | 'to_check'>
}

function lotStateOf(facts: LotFacts, now: number): { state: WallLotState; why: WallWhy } {
  const { report, stay } = facts
  if (!facts.connected) return { state: 'unseen', why: 'application' }
  if (facts.camera_state !== camera_state.online) return { state: 'unseen', why: 'camera' }
  if (!facts.scene_enabled) return { state: 'unseen', why: 'disabled' }
  if (!report) return { state: 'unseen', why: 'not_reported' }
  const settled = now - report.since_ms > wall_disagree_ms
  if (stay.to_check) return { state: 'doubtful', why: 'to_check' }
  if (settled && report.occupied && stay.vehicles === 0) return { state: 'doubtful', why: 'no_entry' }
  if (settled && !report.occupied && stay.vehicles > 0) return { state: 'doubtful', why: 'no_exit' }
  if (facts.scene_moved) return { state: 'doubtful', why: 'moved' }
  return { state: report.occupied ? 'occupied' : 'free', why: '' }
}

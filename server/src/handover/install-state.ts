/** The state of each installation step and what it lacks. Read from the device each time and never stored. */
import {
  camera_state,
  handover_tests,
  install_steps,
  tests_of_step,
  type Answer,
  type HandoverResult,
  type InstallGap,
  type InstallStep,
} from '@parking/contract'
import { allCameras } from '../camera/camera.store.ts'
import { findScenes } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import type { BoxClock } from '../device/box-clock.ts'
import { deviceAddress, deviceName } from '../device/device.store.ts'
import { eventRows } from '../events/list/event-row.ts'
import { storedParam } from '../params/param.store.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import { isStale, proofRow, storedHandover, type ProofRow } from './handover.store.ts'

export type StateNeeds = Pick<Deps, 'db' | 'secrets'> & { box_clock: BoxClock }
export type InstallState = Omit<Answer<'install_state'>, 'proof'> & { proof: ProofRow | undefined }

export async function installState(deps: StateNeeds): Promise<InstallState> {
  const { db } = deps
  const { put_off } = storedHandover(db)
  const tests = storedResults(db)
  const proof = proofRow(db)
  const cameras = allCameras(db)
  const scenes = findScenes(db).filter(({ row, lots }) => row.enabled === 1 && lots.length > 0)
  const drawn = new Set(scenes.map(({ row }) => row.camera_sn))
  const without_lots = cameras.filter(({ camera_sn }) => !drawn.has(camera_sn)).length
  const time = await deps.box_clock.read().catch(() => undefined)
  const { detail_address, longitude, latitude } = deviceAddress(db)
  const { data_url } = platformParam(deps)
  const platform_set = data_url !== ''
  const storage_set = storedParam(deps, 'storage_param').endpoint !== ''

  const own: Record<InstallStep, readonly (InstallGap | false)[]> = {
    place: [
      deviceName(db) === '' && 'no_name',
      detail_address === '' && (longitude === null || latitude === null) && 'no_place',
    ],
    network: gapsOf('network', tests),
    time: [time?.ntp_enabled === false && 'no_time_server', ...gapsOf('time', tests)],
    cameras:
      cameras.length === 0
        ? ['no_cameras']
        : [cameras.some(({ state }) => state !== camera_state.online) && 'cameras_offline'],
    lots: cameras.length === 0 ? ['no_cameras'] : [without_lots > 0 && 'no_lots'],
    platform: platform_set ? gapsOf('platform', tests) : ['no_platform'],
    storage: storage_set ? gapsOf('storage', tests) : ['no_storage'],
    proof: proof ? [!proof.answered && 'not_answered'] : ['no_event'],
    handover: handover_tests.every((test) => tests.some((one) => one.test === test && !one.stale))
      ? []
      : ['untested'],
  }
  return {
    steps: install_steps.map((step) => {
      const lacks = own[step].filter((gap) => gap !== false)
      const state = lacks.length === 0 ? 'done' : put_off.includes(step) ? 'skipped' : 'open'
      return { step, state, lacks }
    }),
    tests,
    proof,
    cameras: cameras.length,
    without_lots,
    lots: scenes.reduce((sum, { lots }) => sum + lots.length, 0),
  }
}

/** A test that had nothing to check leaves no gap, because a missing setting is a gap of its own. */
function gapsOf(step: InstallStep, tests: readonly HandoverResult[]): InstallGap[] {
  const found = tests_of_step[step].map((name) => tests.find(({ test }) => test === name))
  if (found.some((one) => one?.result === 'failed' && !one.stale)) return ['failed']
  return found.some((one) => !one || one.stale) ? ['untested'] : []
}

function storedResults(db: Deps['db']): HandoverResult[] {
  const { tests } = storedHandover(db)
  return handover_tests.flatMap((test) => {
    const result = tests[test]
    return result ? [{ test, ...result, stale: isStale(db, test, result.tested_ms) }] : []
  })
}

/** The proof in its wire form, with the addresses of its pictures. */
export function proofOf(
  row: ProofRow | undefined,
  { db, media, now }: Pick<Deps, 'db' | 'media' | 'now'>,
): Answer<'install_state'>['proof'] {
  if (!row) return null
  const { event_id, response_info, ...rest } = row
  const pictures = eventRows(db, media, [event_id], now())[0]?.pictures ?? []
  const urlOf = (kind: string) => pictures.find((one) => one.kind === kind)?.url ?? ''
  return {
    ...rest,
    response_info: response_info.slice(0, 2000),
    picture: urlOf('image') || urlOf('car'),
    plate_picture: urlOf('plate'),
  }
}

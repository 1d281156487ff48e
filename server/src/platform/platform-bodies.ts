/**
 * The bodies that report the device itself to the platform (docs/platform.md), for the workers and for the
 * test of an address.
 */
import { createHmac, randomUUID } from 'node:crypto'
import type { LotStates } from '../camera/lot-states.ts'
import { allCameras, countStates } from '../camera/camera.store.ts'
import { lotPlaces } from '../camera/scene.store.ts'
import type { HeadSource } from '../core/audit-head.ts'
import type { ProofSource } from '../core/proof-head.ts'
import type { Deps } from '../core/deps.ts'
import { deviceAddress, deviceName } from '../device/device.store.ts'
import { countWaiting } from '../events/record/event.store.ts'
import { appSecret } from '../params/extra-info.ts'
import type { PlatformParam } from './platform-param.store.ts'

/** `timestamp`: milliseconds since 1970, from which the token's lifetime is counted. */
export function signInBody(
  param: Pick<PlatformParam, 'operator_no' | 'extra_info'>,
  device_sn: string,
  timestamp: number,
) {
  const { operator_no } = param
  const nonce = randomUUID()
  const sign = createHmac('sha256', appSecret(param))
    .update(`${operator_no}\n${device_sn}\n${timestamp}\n${nonce}`)
    .digest('hex')
  return { operator_no, device_sn, timestamp, nonce, sign }
}

export function introductionBody(
  deps: Pick<Deps, 'db' | 'version'>,
  { operator_no }: Pick<PlatformParam, 'operator_no'>,
  device_sn: string,
) {
  const { province, city, district, detail_address, longitude, latitude } = deviceAddress(deps.db)
  return {
    operator_no,
    device_sn,
    name: deviceName(deps.db),
    version: deps.version,
    longitude,
    latitude,
    address: province + city + district + detail_address,
    cameras: allCameras(deps.db).map(({ camera_sn, camera_name }) => ({ camera_sn, camera_name })),
    lots: lotPlaces(deps.db).map(({ parking_no, lot_no, camera_sn }) => ({ parking_no, lot_no, camera_sn })),
  }
}

export type HeartbeatNeeds = Pick<Deps, 'db' | 'now' | 'host'> & {
  audit_chain: HeadSource
  lot_states: LotStates
  proof_log: ProofSource
}

/**
 * `audit_head` and `evidence_head` are additions to the specification: if the platform keeps them, they
 * reveal a log or events that were truncated or recomputed. `device_key` is the public key that verifies the
 * second.
 */
export function heartbeatBody(deps: HeartbeatNeeds, device_sn: string) {
  const { db, now, host, lot_states, audit_chain, proof_log } = deps
  const head = audit_chain.headToSend()
  const proof = proof_log.headToSend()
  return {
    device_sn,
    timestamp: now(),
    run_time: Math.max(0, Math.floor((now() - host.bootedAt()) / 1000)),
    cameras: countStates(db),
    queue: countWaiting(db),
    lots_occupied: lot_states.occupied,
    ...(head && {
      audit_head: { chain_id: head.chain_id, seq: head.seq, hash: head.hash, time: head.time_ms },
    }),
    ...(proof && { evidence_head: proof.head, device_key: proof.key }),
  }
}

/** The current state of all lots; a lot that is missing is not observed. `since`: milliseconds since 1970. */
export function lotStatesBody(
  { db, now, lot_states }: Pick<Deps, 'db' | 'now'> & { lot_states: LotStates },
  { operator_no }: Pick<PlatformParam, 'operator_no'>,
  device_sn: string,
) {
  const lots = lotPlaces(db).flatMap(({ parking_no, lot_no, camera_sn, scene_id }) => {
    const state = lot_states.get(lot_no)
    if (state?.scene_id !== scene_id) return []
    return [
      {
        parking_no,
        lot_no,
        camera_sn,
        occupied: state.occupied,
        plate_number: state.plate_number,
        since: state.since_ms,
      },
    ]
  })
  return { operator_no, device_sn, timestamp: now(), lots }
}

/** The result of a sign-in; undefined if the answer contains no token that is valid in a header. */
export function tokenOf(data: unknown): { token: string; expires_in: number } | undefined {
  if (
    typeof data !== 'object' ||
    data === null ||
    !('token' in data) ||
    typeof data.token !== 'string' ||
    !/^[\x21-\x7e]{1,4096}$/.test(data.token)
  )
    return undefined
  const seconds = 'expires_in' in data ? Number(data.expires_in) : NaN
  return { token: data.token, expires_in: Number.isFinite(seconds) && seconds > 0 ? seconds : 3600 }
}

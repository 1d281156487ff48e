/** The bodies of docs/platform.md, as a device fills them. */
import { createHmac, randomUUID } from 'node:crypto'
import { insidePicture } from './picture.ts'
import { entry, exit } from './words.ts'

export type Identity = {
  readonly operator_no: string
  readonly device_sn: string
  /** `extra_info.app_secret`; empty if none is set. */
  readonly app_secret: string
  readonly camera_sn: string
  readonly parking_no: string
  readonly lots: readonly string[]
  readonly plate_number: string
}
export type EventBody = {
  uuid: string
  event_type: number
  event_time: number
  lot_no: string
  plate_number: string
  correction: number
  comment: string
  pictures: readonly object[]
} & Record<string, unknown>

export function signInBody({ operator_no, device_sn, app_secret }: Identity, timestamp = Date.now()) {
  const nonce = randomUUID()
  const sign = createHmac('sha256', app_secret)
    .update(`${operator_no}\n${device_sn}\n${timestamp}\n${nonce}`)
    .digest('hex')
  return { operator_no, device_sn, timestamp, nonce, sign }
}

export const initBody = (
  { operator_no, device_sn, camera_sn, parking_no, lots }: Identity,
  name: string,
) => ({
  operator_no,
  device_sn,
  name,
  version: '1.0.0',
  longitude: 113.94386,
  latitude: 22.54023,
  address: '广东省深圳市南山区深南大道 9988 号',
  cameras: [{ camera_sn, camera_name: '东门' }],
  lots: lots.map((lot_no) => ({ parking_no, lot_no, camera_sn })),
})

export const heartbeatBody = ({ device_sn }: Identity, timestamp = Date.now()) => ({
  device_sn,
  timestamp,
  run_time: 3600,
  cameras: { online: 1, offline: 0, error: 0 },
  queue: 0,
  lots_occupied: 1,
})

export const lotStatesBody = ({
  operator_no,
  device_sn,
  camera_sn,
  parking_no,
  lots,
  plate_number,
}: Identity) => ({
  operator_no,
  device_sn,
  timestamp: Date.now(),
  lots: lots.map((lot_no, at) => ({
    parking_no,
    lot_no,
    camera_sn,
    occupied: at === 0,
    plate_number: at === 0 ? plate_number : '',
    since: Date.now() - 60_000,
  })),
})

/** An entry with one small picture; `over` replaces fields. */
export function eventBody(identity: Identity, over: Partial<EventBody> = {}): EventBody {
  const { operator_no, device_sn, camera_sn, parking_no, lots, plate_number } = identity
  const event_time = over.event_time ?? Date.now()
  const plate = over.plate_number ?? plate_number
  return {
    uuid: randomUUID(),
    operator_no,
    device_sn,
    event_time,
    event_time_str: stampOf(event_time),
    parking_no,
    camera_sn,
    camera_name: '东门',
    lot_no: lots[0] ?? '',
    event_type: entry,
    plate_number: plate,
    plate_read: plate,
    plate_color: plate === '' ? 'unknown' : 'blue',
    confidence: plate === '' ? 0 : 97,
    correction: 0,
    standing: 'observed',
    comment: '',
    pictures: [insidePicture('image')],
    ...over,
  }
}

/** The version of an event that is sent after a check. */
export const correctionOf = (
  event: EventBody,
  correction: number,
  verdict: string,
  over: Partial<EventBody> = {},
): EventBody => ({
  ...event,
  correction,
  standing: isWithdrawal(event.event_type, verdict) ? 'withdrawn' : 'observed',
  check: { verdict, reason: '', time: Date.now() },
  ...over,
})

const isWithdrawal = (type: unknown, verdict: string): boolean =>
  verdict === 'discarded' || verdict === (type === exit ? 'occupied' : 'vacant')

export const keyOf = ({ uuid, correction }: Pick<EventBody, 'uuid' | 'correction'>): string =>
  correction === 0 ? uuid : `${uuid}-${correction}`

const two = (value: number): string => String(value).padStart(2, '0')

/** `YYYY-MM-DD HH:mm:ss` in the time zone of this machine. */
function stampOf(ms: number): string {
  const at = new Date(ms)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

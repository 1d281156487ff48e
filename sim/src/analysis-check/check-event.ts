/** Checks an event against docs/analysis-socket.md. */
import type { Findings } from './findings.ts'
import {
  faultsOf,
  fieldFaults,
  isFields,
  isLine,
  isNumber,
  isText,
  quoted,
  type Fields,
} from '../kit/shapes.ts'
import { max_looks, plate_colors, seen_words, why_words } from './words.ts'

export type EventContext = {
  readonly findings: Findings
  readonly now: number
  /** The start of the kit in milliseconds since 1970. No event can have happened long before. */
  readonly began: number
  /** The camera of every lot configured so far, by `scene_id/lot_no`. */
  readonly camera_of: ReadonlyMap<string, string>
}
export type Reported = {
  readonly uuid: string
  /** `scene_id/lot_no`. */
  readonly lot: string
  readonly event_type: number
  readonly event_time: number
  readonly pictures: readonly { readonly kind: unknown; readonly file: unknown }[]
}

const required = [
  'uuid',
  'event_time',
  'camera_sn',
  'scene_id',
  'lot_no',
  'event_type',
  'plate_number',
  'plate_color',
  'confidence',
  'pictures',
]
/** Versions 1 to 8, of the variant defined by the RFC. */
const rfc_uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const year_2020 = 1_577_836_800_000
/** Both clocks are of one machine, so a later time must be in another unit or time zone. */
const ahead_ms = 5_000
const before_ms = 120_000

/** Reports what is wrong with the event; undefined if it cannot be tracked further. */
export function checkEvent(event: unknown, context: EventContext): Reported | undefined {
  const { findings } = context
  if (!isFields(event)) {
    findings.wrong('event_fields', `event is ${quoted(event)}`)
    return undefined
  }
  const { uuid, scene_id, lot_no, event_type, event_time, plate_color, pictures } = event
  const name = `event ${quoted(event_type)} of ${String(scene_id)}/${String(lot_no)}`
  const judge: Findings['judge'] = (check, faults) =>
    findings.judge(
      check,
      faults.map((fault) => `${name}: ${fault}`),
    )
  judge('event_fields', [
    ...fieldFaults(event, required, ['plate_box', 'looks', 'look_strip']),
    ...faultsOf(
      [[0, 1, 2, 3].includes(event_type as number), `event_type is ${quoted(event_type)}, not 0, 1, 2 or 3`],
      [isLine(event['plate_number']), `plate_number is ${quoted(event['plate_number'])}, not one line`],
      [Array.isArray(pictures), 'pictures is no list'],
    ),
  ])
  judge('uuid', faultsOf([isText(uuid) && rfc_uuid.test(uuid), `uuid is ${quoted(uuid)}`]))
  judge('event_time', timeFaults(event_time, context))
  judge('place', placeFaults(event, context))
  judge(
    'plate_color',
    faultsOf(
      [plate_color !== '', 'plate_color is "": a plate that was not seen is "unknown"'],
      [
        plate_color === '' || plate_colors.includes(plate_color as string),
        `plate_color is ${quoted(plate_color)}`,
      ],
    ),
  )
  judge('confidence', confidenceFaults(event['confidence']))
  if (Object.hasOwn(event, 'plate_box')) judge('plate_box', boxFaults(event['plate_box']))
  else findings.notShown('plate_box', 'no event had one')
  if (Object.hasOwn(event, 'looks')) judge('looks', looksFaults(event['looks']))
  else findings.notShown('looks', 'no event had any (optional)')
  const { look_strip } = event
  if (look_strip !== undefined)
    judge('looks', [
      ...faultsOf([Array.isArray(event['looks']), 'look_strip is there without looks']),
      ...faultsOf([isText(look_strip, 1), `look_strip is ${quoted(look_strip)}, not the name of a file`]),
    ])
  if (!isText(uuid, 1) || !isText(scene_id) || !isText(lot_no)) return undefined
  return {
    uuid: uuid.toLowerCase(),
    lot: `${scene_id}/${lot_no}`,
    event_type: Number(event_type),
    event_time: Number(event_time),
    pictures: Array.isArray(pictures)
      ? pictures.map((one: unknown) =>
          isFields(one) ? { kind: one['kind'], file: one['file'] } : { kind: one, file: '' },
        )
      : [],
  }
}

function timeFaults(time: unknown, { now, began }: EventContext): string[] {
  if (!isNumber(time) || !Number.isInteger(time))
    return [`event_time is ${quoted(time)}, not a whole number of milliseconds since 1970`]
  if (Math.abs(time * 1000 - now) < 86_400_000)
    return [`event_time ${time} is in seconds, not in milliseconds`]
  if (time < year_2020) return [`event_time ${time} is before 2020`]
  const ahead = (time - now) / 1000
  if (time > now + ahead_ms) return [`event_time ${time} is ${ahead.toFixed(0)} s in the future`]
  if (time < began - before_ms)
    return [`event_time ${time} is ${(-ahead).toFixed(0)} s ago, before anything was shown`]
  return []
}

function placeFaults({ camera_sn, scene_id, lot_no }: Fields, { camera_of }: EventContext): string[] {
  const camera = camera_of.get(`${String(scene_id)}/${String(lot_no)}`)
  if (camera === undefined) return ['the configuration has no such lot']
  return camera === camera_sn ? [] : [`camera_sn is ${quoted(camera_sn)}, but its camera is "${camera}"`]
}

function confidenceFaults(value: unknown): string[] {
  if (!isNumber(value, 0, 100)) return [`confidence is ${quoted(value)}, not from 0 to 100`]
  return value > 0 && value <= 1 ? [`confidence is ${value}: a share, not a percentage`] : []
}

function boxFaults(box: unknown): string[] {
  if (!Array.isArray(box) || box.length !== 4 || !box.every((value) => isNumber(value, 0, 1)))
    return [`plate_box is ${quoted(box)}, not four numbers from 0 to 1`]
  const [left, top, right, bottom] = box as [number, number, number, number]
  return left < right && top < bottom ? [] : [`plate_box is ${quoted(box)}: it has no area`]
}

function looksFaults(looks: unknown): string[] {
  if (!Array.isArray(looks)) return ['looks is no list']
  const faults = looks.flatMap((look: unknown) =>
    isFields(look) ? lookFaults(look) : ['a look is no object'],
  )
  const times = looks.map((look: unknown) => (isFields(look) ? Number(look['time']) : 0))
  return [
    ...new Set([
      ...faults,
      ...faultsOf(
        [looks.length <= max_looks, `there are ${looks.length} looks`],
        [times.every((time, at) => at === 0 || time >= times[at - 1]!), 'the oldest look is not the first'],
      ),
    ]),
  ]
}

const lookFaults = (look: Fields): string[] => {
  const { time, seen, why, llr, belief, cover } = look
  const unknown = seen === 'unknown'
  return [
    ...fieldFaults(look, ['time', 'seen', 'why', 'llr', 'belief', 'cover']),
    ...faultsOf(
      [isNumber(time, year_2020), `time of a look is ${quoted(time)}`],
      [seen_words.includes(seen as string), `seen of a look is ${quoted(seen)}`],
      [
        unknown ? why_words.includes(why as string) : why === '',
        `why of a look at "${String(seen)}" is ${quoted(why)}`,
      ],
      [unknown ? llr === null : isNumber(llr), `llr of a look at "${String(seen)}" is ${quoted(llr)}`],
      [isNumber(belief, 0, 1), `belief of a look is ${quoted(belief)}`],
      [isNumber(cover, 0, 1), `cover of a look is ${quoted(cover)}`],
    ),
  ]
}

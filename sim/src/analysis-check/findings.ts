/**
 * The findings of the kit: each rule of docs/analysis-socket.md was kept, was broken, or could not be shown.
 */
import * as kit from '../kit/findings.ts'

export const checks = {
  connect: 'it starts and connects to PARKING_SOCKET',
  hello: 'hello is the first line of a connection, with protocol 1, name and version',
  lines: 'each line is one JSON object of a known type with its fields, at most 1 MiB',
  config_taken: 'config_taken answers each configuration with its revision',
  problems: 'problems are pairs of field and issue',
  frames: 'it fetches the pictures of each camera',
  state: 'state lines have their fields: cover from 0 to 1, one row a lot',
  state_lots: 'state lines name lots of the configuration only',
  state_rate: 'state lines come at least every few seconds',
  event_fields: 'events have their fields, each of its kind',
  uuid: 'uuid is one of RFC 9562',
  event_time: 'event_time is plausible: milliseconds, and not in the future',
  place: 'camera_sn, scene_id and lot_no belong together in the configuration',
  plate_color: 'plate_color is a word of the table',
  confidence: 'confidence is a percentage from 0 to 100',
  plate_box: 'plate_box is left, top, right, bottom from 0 to 1',
  looks: 'looks are well formed, oldest first, at most 32',
  pictures: 'pictures are whole JPEG files of the spool folder when an event names them',
  alternate: 'entry and exit alternate in each lot',
  one_uuid: 'a change keeps its uuid, and a uuid stands for one change',
  stored: 'an acknowledged event is not sent again',
  busy: 'after busy the event comes again later',
  refused: 'after refused the event never comes again',
  unacknowledged: 'an event without an answer comes again after a reconnect',
  duplicate: 'duplicate is taken as done',
  files_kept: 'the files of an event are kept until it is acknowledged',
  reconnect: 'it reconnects when the device closes the connection',
  new_config: 'it follows another configuration while it runs',
  unknown: 'it ignores types and fields of the device that it does not know',
  health: 'lines of health have the figures of each camera, which are of the configuration',
  log: 'lines of the log have a level of the table and content',
  ping: 'pings are well formed',
  killed: 'after kill -9 no event is lost',
  missed: 'what changed while it was dead is reported after its start',
  stdin: 'it ends when its standard input closes',
  stable: 'it never ends by itself',
} as const

export type CheckName = keyof typeof checks
export type Finding = kit.Finding<CheckName, 'wrong'>
export type Findings = kit.Findings<CheckName, 'wrong'>

export const createFindings = (): Findings =>
  kit.openFindings(Object.keys(checks) as CheckName[], ['wrong'], () => 'wrong')

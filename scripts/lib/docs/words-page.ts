/** Generates docs/integrate/words.md: every code and word on the wire, with its meaning. */
import * as codes from '@parking/contract/core/codes.ts'
import { check_verdicts } from '@parking/contract/events/event-path.ts'
import { issue_kinds } from '@parking/contract/core/rules.ts'
import { markdownTable } from './markdown-table.ts'
import * as meanings from './word-meanings.ts'

type Row = readonly string[]

const table = (heads: Row, rows: readonly Row[]): string[] => [markdownTable([heads, ...rows], () => false)]

const section = (name: string, about: string, lines: readonly string[]) => [
  '',
  `## ${name}`,
  '',
  about,
  '',
  ...lines,
]
const numbered = (values: Record<string, number>, meaning: Record<string, string>) =>
  table(
    ['code', 'word', 'meaning'],
    Object.entries(values).map(([word, value]) => [String(value), `\`${word}\``, meaning[word] ?? '']),
  )
const worded = (words: readonly string[], meaning: Record<string, string>) =>
  table(
    ['word', 'meaning'],
    words.map((word) => [`\`${word}\``, meaning[word] ?? '']),
  )
/** Tables whose words need no explanation. */
const plain = {
  camera_state: codes.camera_state,
  scene_type: codes.scene_type,
  schedule_type: codes.schedule_type,
  timer_mode: codes.timer_mode,
  charge_mode: codes.charge_mode,
  plate_type: codes.plate_type,
  motor_mode: codes.motor_mode,
  lot_type: codes.lot_type,
  lot_posture: codes.lot_posture,
  difficult: codes.difficult,
  storage_protocol: codes.storage_protocol,
  business_mode: codes.business_mode,
  log_type: codes.log_type,
  osd_align: codes.osd_align,
  osd_device_name: codes.osd_device_name,
  camera_type: codes.camera_type,
}
const list = (values: Record<string, number>) =>
  Object.entries(values)
    .map(([word, value]) => `${value} \`${word}\``)
    .join(', ')

export function wordsPage(): string {
  return [
    '# Codes and words',
    '',
    'Generated from the contract by `npm run docs`; do not edit.',
    ...section(
      'event_type',
      'The device sends every type. An analysis program reports only types 0 to 3.',
      numbered(codes.event_type, meanings.event_type),
    ),
    ...section(
      'plate_color',
      'A word, because the number tables of vendors differ. `unknown` if the colour was not recognised.',
      [codes.plate_color.map((word) => `\`${word}\``).join(', ')],
    ),
    ...section(
      'check.verdict',
      'The verdict of a user on an event.',
      worded(check_verdicts, meanings.verdict),
    ),
    ...section(
      'kind',
      'The kind of a picture.',
      worded(Object.keys(meanings.picture_kind), meanings.picture_kind),
    ),
    ...section('code', 'The code of an answer of the device.', numbered(codes.code, meanings.code)),
    ...section(
      'status',
      'The status of an event on the device.',
      numbered(codes.event_status, meanings.event_status),
    ),
    ...section(
      'response_status',
      'How the platform answered an event.',
      numbered(codes.response_status, meanings.response_status),
    ),
    ...section('role', 'The role of a user.', worded(codes.role, meanings.role)),
    ...section(
      'data.reason',
      'The reason in an answer with code 6000 or 7000, if it is known.',
      worded(codes.failure_reason, meanings.failure_reason),
    ),
    ...section(
      'data.issues',
      'The issues in an answer with code 1000 or 7000: `field`, `issue`, and `limit` if one was exceeded.',
      worded(issue_kinds, meanings.issue),
    ),
    ...section(
      'Other codes',
      'Codes of cameras, lots and parameters. `direction` is a key of the number pad, 1 to 9.',
      table(
        ['name', 'values'],
        Object.entries(plain).map(([name, values]) => [`\`${name}\``, list(values)]),
      ),
    ),
    '',
  ].join('\n')
}

/**
 * Builds the name of a picture in the object storage from a template (`key_re`): plain text, and fields in
 * braces. The form and the device run the same function (docs/decisions/0017).
 */
import type { IssueKind } from '../core/rules.ts'

/** The fields of a template. `n` counts the files of an event from 1; dates and times are the device's. */
export const key_fields = [
  'device_sn',
  'parking_no',
  'lot_no',
  'camera_sn',
  'event_type',
  'uuid',
  'n',
  'kind',
  'ext',
  'date',
  'time',
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
] as const
export type KeyField = (typeof key_fields)[number]

/** The values of the fields; `event_time` is `YYYY-MM-DD HH:mm:ss` (spec §9). */
export type KeyFacts = {
  device_sn: string
  parking_no: string
  lot_no: string
  camera_sn: string
  event_type: number
  uuid: string
  n: number
  kind: string
  ext: string
  event_time: string
}

/** The template that is used if the template is empty. */
export const default_key_template = '{date}/{parking_no}/{lot_no}/{uuid}-{n}.{ext}'

/**
 * Lengths in UTF-8 bytes. Tencent COS allows 850 for a whole name with its folder; the file systems of MinIO
 * and FTP servers allow 255 for each part.
 */
export const key_limits = { value: 64, part: 255, key: 600, folder: 249 } as const

/** Characters that an object storage, a file system or a proxy may interpret. */
const unsafe = /[\\:*?"<>|%{}\u0000-\u001f\u007f\ufffd]/u
const unsafe_in_value = /[/\\:*?"<>|%{}\p{Cc}\p{Cf}\p{Cs}\ufffd]+/gu

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

type Part = { text: string } | { field: KeyField }

/** The parts of a template; undefined for an unmatched brace or an unknown field. */
function partsOf(template: string): Part[] | undefined {
  const parts: Part[] = []
  for (const [piece, inner] of template.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (inner === undefined) {
      if (piece === '{' || piece === '}') return undefined
      parts.push({ text: piece })
    } else {
      const field = key_fields.find((one) => one === inner)
      if (!field) return undefined
      parts.push({ field })
    }
  }
  return parts
}

/** Pairs of pictures that a template may give the same name; the first such pair is reported. */
export const key_clashes = ['pictures', 'reopened', 'lots', 'devices', 'clock'] as const
export type KeyClash = (typeof key_clashes)[number]

const sample: KeyFacts = {
  device_sn: 'PE-0001',
  parking_no: 'P-1',
  lot_no: 'A01',
  camera_sn: 'C-1',
  event_type: 3,
  uuid: '0190a1b2-0000-7000-8000-000000000001',
  n: 1,
  kind: 'image',
  ext: 'jpg',
  event_time: '2026-11-21 08:30:00',
}
const other_uuid = '0190a1b2-0000-7000-8000-000000000002'

/**
 * How the two pictures of each pair differ. `clock`: the clock was set back (empty battery, wrong time
 * server), so only fields other than the time differ.
 */
const differences: Record<KeyClash, Partial<KeyFacts>> = {
  pictures: { n: 2 },
  reopened: { uuid: other_uuid, event_type: 1 },
  lots: { uuid: other_uuid, lot_no: 'A02' },
  devices: { uuid: other_uuid, device_sn: 'PE-0002', parking_no: 'P-2', lot_no: 'A02', camera_sn: 'C-2' },
  clock: { uuid: other_uuid },
}

/** The first pair of pictures to which the template gives the same name; undefined if there is none. */
export function keyClash(template: string): { clash: KeyClash; key: string } | undefined {
  const key = keyOf(template, sample)
  const clash = key_clashes.find((one) => keyOf(template, { ...sample, ...differences[one] }) === key)
  return clash && { clash, key }
}

/** The issue of a template; undefined for a valid template and for an empty one, which means the default. */
export function keyTemplateIssue(template: string): IssueKind | undefined {
  if (template === '') return undefined
  const parts = partsOf(template)
  if (!parts) return 'key_field'
  const texts = parts.map((part) => ('text' in part ? part.text : 'x'.repeat(longest[part.field])))
  if (parts.some((part) => 'text' in part && unsafe.test(part.text))) return 'key_character'
  const worst = texts.join('').split('/')
  if (worst.some((part) => part === '' || part.trim() !== part || /^\.+$/.test(part))) return 'key_path'
  if (worst.some((part) => bytesOf(part) > key_limits.part) || bytesOf(worst.join('/')) > key_limits.key)
    return 'key_long'
  return keyClash(template) ? 'key_clash' : undefined
}

/** Maximum number of bytes in each field. */
const longest: Record<KeyField, number> = {
  device_sn: key_limits.value,
  parking_no: key_limits.value,
  lot_no: key_limits.value,
  camera_sn: key_limits.value,
  event_type: 2,
  uuid: 36,
  n: 3,
  kind: 8,
  ext: 4,
  date: 8,
  time: 6,
  year: 4,
  month: 2,
  day: 2,
  hour: 2,
  minute: 2,
  second: 2,
}

/** The name of one picture. The template must be valid; an empty one means the default. */
export function keyOf(template: string, facts: KeyFacts): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    facts.event_time.split(/[- :]/)
  const values: Record<KeyField, string> = {
    ...facts,
    event_type: String(facts.event_type),
    n: String(facts.n),
    date: year + month + day,
    time: hour + minute + second,
    year,
    month,
    day,
    hour,
    minute,
    second,
  }
  return (partsOf(template === '' ? default_key_template : template) ?? [])
    .map((part) => ('text' in part ? part.text : safe(values[part.field])))
    .join('')
}

/**
 * Makes a value safe as a part of a name: users may type a slash, and a part must not be empty or leave its
 * folder.
 */
function safe(value: string): string {
  const clean = value
    .normalize('NFC')
    .replace(unsafe_in_value, '_')
    .trim()
    .replace(/^\.+|\.+$/g, '_')
  let cut = ''
  for (const character of clean) {
    if (bytesOf(cut + character) > key_limits.value) break
    cut += character
  }
  return cut.trim() === '' ? '-' : cut.trim()
}

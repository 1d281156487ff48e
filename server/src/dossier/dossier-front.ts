/**
 * The first part of a dossier's page: who, what, where, when by which clock, how certain and seen by which
 * program, what was withdrawn, typed or deleted, and how long everything is kept.
 */
import { confidenceOf, event_status, event_type, stayLength } from '@parking/contract'
import type { KnownOffset } from '#src/clocks/clocks.ts'
import { offsetOf, stampOf, zoneOfProcess } from '#src/core/stamp.ts'
import { escaped } from '../core/text/escape-html.ts'
import { endsOf, type DossierContent, type DossierEvent } from './dossier-content.ts'
import { nameOf } from './dossier-rows.ts'
import type { DossierJob } from './dossier.ts'
import { facts, table } from './html.ts'
import type { DossierWords } from './words.ts'

const timeOf = (ms: number): string => `${stampOf(ms)} ${offsetOf(ms)}`

export function front(
  { job, content }: { job: DossierJob; content: DossierContent },
  words: DossierWords,
): string {
  const { events, flags, gone, stay } = content
  const last = events.at(-1)?.event
  return [
    facts([
      [words.lot, stay?.lot_no ?? last?.lot_no ?? ''],
      [words.parking_no, last?.parking_no ?? ''],
      [words.camera, last ? `${last.camera_name} (${last.camera_sn})` : ''],
      ...spanRows(job, content, words),
      [words.device, `${job.device.name} ${job.device.sn} (${job.device.version})`.trim()],
      [words.made, `${timeOf(job.made_ms)}，${job.made_by}`],
      [words.zone, zoneOfProcess()],
      [words.kept, keptText(content, words)],
    ]),
    ...flags.map((flag) => flagged(words.flags[flag])),
    ...(events.some(({ standing }) => standing === 'withdrawn') ? [flagged(words.withdrawn_says)] : []),
    ...(events.some(({ standing }) => standing === 'typed') ? [flagged(words.typed_says)] : []),
    ...gone.map(({ event_type: type, event_ms, plate_number, deleted_ms, deleted_by }) =>
      flagged(
        words.gone_says
          .replace('{event}', nameOf(event_type, words.event_type, type))
          .replace('{at}', stampOf(event_ms))
          .replace('{plate}', plate_number || words.no_plate)
          .replace('{deleted}', stampOf(deleted_ms))
          .replace('{by}', deleted_by || words.by_device),
      ),
    ),
    `<h2>${escaped(words.stay)}</h2>`,
    table(
      ['', words.event, words.time, words.plate, words.confidence, words.clock, words.program, words.status],
      events.map((event, at) => eventRow(event, at, words)),
    ),
    `<p>${escaped(words.confidence_says)} ${escaped(words.clock_says)}</p>`,
    '',
  ].join('\n')
}

const flagged = (text: string): string => `<p class="flag">${escaped(text)}</p>`

/** Begin, end and length as list, axis and platform have them. */
function spanRows(
  { made_ms }: DossierJob,
  { stay, events }: DossierContent,
  words: DossierWords,
): [string, string][] {
  const { entry, exit } = endsOf(events)
  const mark = (event: DossierEvent) => (event.standing === 'typed' ? `（${words.standing.typed}）` : '')
  const begin_ms = stay?.begin_ms ?? entry?.event.event_ms
  const end_ms = stay ? stay.end_ms : (exit?.event.event_ms ?? null)
  const came =
    entry && begin_ms === entry.event.event_ms
      ? `${timeOf(begin_ms)}${mark(entry)}`
      : begin_ms === undefined
        ? words.unknown
        : `${words.unknown}（${words.first_seen} ${timeOf(begin_ms)}）`
  const left = exit
    ? `${timeOf(exit.event.event_ms)}${mark(exit)}`
    : end_ms !== null
      ? `${words.unknown}（${words.at_latest} ${timeOf(end_ms)}）`
      : stay
        ? words.still
        : words.unknown
  const length = begin_ms === undefined ? '' : stayLength((end_ms ?? made_ms) - begin_ms)
  const until = exit ? '' : end_ms === null ? `（${words.until_made}）` : `（${words.at_latest_length}）`
  return [
    [words.came, came],
    [words.left, left],
    [words.lasted, stay || exit ? `${length}${until}` : ''],
  ]
}

type Recorded = {
  clock?: KnownOffset | null
  camera_clock?: KnownOffset | null
  device?: {
    program?: { name: string; version: string; model: string } | null
    retention?: { sent_days: number; media_days: number } | null
  }
}
/** What the log recorded with the event; empty before it did. */
const recordedOf = ({ leaves }: DossierEvent): Recorded => {
  const body = leaves.find(({ kind }) => kind === 'event')?.body
  return body ? (JSON.parse(body) as Recorded) : {}
}

function eventRow(one: DossierEvent, at: number, words: DossierWords): string[] {
  const { event, standing } = one
  const { clock, camera_clock, device } = recordedOf(one)
  const sure = confidenceOf(event)
  const type = nameOf(event_type, words.event_type, event.event_type)
  const clocks = [clock, camera_clock].map((known) => (known ? clockText(known, words) : words.clock_unknown))
  const program = device?.program
  return [
    String(at + 1),
    standing === 'observed' ? type : `${type}（${words.standing[standing]}）`,
    stampOf(event.event_ms),
    (event.checked_plate ?? event.plate_number) || words.no_plate,
    sure === null ? words.none_typed : `${Math.round(sure * 10) / 10} / 100`,
    event.typed === 1
      ? words.none_typed
      : `${words.clock_of} ${clocks[0]}；${words.clock_of_camera} ${clocks[1]}`,
    program ? `${program.name} ${program.version} ${program.model.slice(0, 12)}` : '',
    nameOf(event_status, words.event_status, event.status),
  ]
}

const clockText = ({ offset_ms, error_ms, by, measured_ms }: KnownOffset, words: DossierWords): string =>
  words.clock_said
    .replace('{offset}', String(offset_ms))
    .replace('{error}', String(error_ms))
    .replace('{by}', words.clock_by[by])
    .replace('{at}', stampOf(measured_ms))

/** How long the device keeps rows and pictures, as it was set when the newest event was recorded. */
function keptText({ events }: DossierContent, words: DossierWords): string {
  const days = events.map((event) => recordedOf(event).device?.retention).findLast(Boolean)
  return days
    ? words.kept_says
        .replace('{events}', String(days.sent_days))
        .replace('{media}', String(Math.min(days.media_days, days.sent_days)))
    : ''
}

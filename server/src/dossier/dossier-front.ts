/**
 * The first part of a dossier's page: who, what, where, when by which clock, how certain and seen by which
 * program, how often its camera is measured to be wrong, what was withdrawn, typed or deleted, and how long
 * everything is kept. Long because each of these is a part of the page.
 */
import {
  confidenceOf,
  confidenceText,
  event_status,
  event_type,
  secondsBetween,
  stayLength,
} from '@parking/contract'
import type { KnownOffset } from '#src/clocks/clocks.ts'
import { offsetOf, stampOf, zoneOfProcess } from '#src/core/stamp.ts'
import { escaped } from '../core/text/escape-html.ts'
import {
  cameraOf,
  endsOf,
  measured_days,
  type DossierContent,
  type DossierEvent,
  type Measured,
  type MeasuredCamera,
} from './dossier-content.ts'
import { nameOf, standingText } from './dossier-rows.ts'
import type { DossierJob } from './dossier.ts'
import { facts, table } from './html.ts'
import { noteFlags, recordedOf, timeFlags } from './time-flags.ts'
import type { DossierWords } from './words.ts'

const timeOf = (ms: number): string => `${stampOf(ms)} ${offsetOf(ms)}`

export function front(
  { job, content, measured }: { job: DossierJob; content: DossierContent; measured: Measured },
  words: DossierWords,
): string {
  const { events, flags, gone, open, stay, watched } = content
  const last = events.at(-1)?.event
  const several = haveSeveral(events)
  return [
    facts([
      [words.lot, stay?.lot_no ?? last?.lot_no ?? ''],
      [words.parking_no, distinct(events.map(({ event }) => event.parking_no))],
      [words.camera, distinct(events.map(cameraOf)) || (events.length > 0 ? words.none_typed : '')],
      ...spanRows(job, content, words),
      [words.device, `${job.device.name} ${job.device.sn} (${job.device.version})`.trim()],
      [words.made, `${timeOf(job.made_ms)}，${job.made_by}`],
      [words.zone, zoneOfProcess()],
    ]),
    ...flags.map((flag) => flagged(words.flags[flag])),
    ...(stay && open && !watched ? [flagged(words.unwatched_says.replace('{lot}', stay.lot_no))] : []),
    ...(events.some(({ standing }) => standing === 'withdrawn') ? [flagged(words.withdrawn_says)] : []),
    ...(events.some(({ standing }) => standing === 'typed') ? [flagged(words.typed_says)] : []),
    ...timeFlags(content, words).map(flagged),
    ...noteFlags(content, words).map(flagged),
    ...gone.map(({ event_type: type, typed, event_ms, plate_number, deleted_ms, deleted_by }) =>
      flagged(
        words.gone_says
          .replace('{event}', nameOf(event_type, words.event_type, type))
          .replace('{typed}', typed === 1 ? `，${words.standing.typed}` : '')
          .replace('{at}', stampOf(event_ms))
          .replace('{plate}', plate_number === null ? words.other_plate : plate_number || words.no_plate)
          .replace('{deleted}', stampOf(deleted_ms))
          .replace('{by}', deleted_by || words.by_retention),
      ),
    ),
    `<h2>${escaped(words.stay)}</h2>`,
    table(
      [
        '',
        words.event,
        words.time,
        words.plate,
        ...(several ? [words.camera] : []),
        words.confidence,
        words.clock,
        words.program,
        words.status,
        words.kept,
      ],
      events.map((event, at) => eventRow(event, at, several, words)),
      'events',
    ),
    `<p>${escaped(words.confidence_says)} ${escaped(words.clock_says)} ${escaped(words.kept_says)}</p>`,
    ...measured.cameras.flatMap((camera) => measuredPart(camera, words)),
    ...(measured.cameras.length > 0 ? circumstances(measured, words) : []),
    '',
  ].join('\n')
}

/** The camera of a lot may be replaced, renamed or moved while a vehicle is parked. */
const distinct = (names: readonly string[]): string => [...new Set(names)].filter(Boolean).join('、')
const haveSeveral = (events: readonly DossierEvent[]): boolean =>
  new Set(events.map(cameraOf).filter(Boolean)).size > 1

const flagged = (text: string): string => `<p class="flag">${escaped(text)}</p>`

/** Begin, end and length as list, axis and platform have them. */
function spanRows(
  { made_ms }: DossierJob,
  { stay, events, watched, lost_exit }: DossierContent,
  words: DossierWords,
): [string, string][] {
  const { entry, exit } = endsOf(events)
  const mark = (event: DossierEvent) => standingText(event, words)
  const begin_ms = stay?.begin_ms ?? entry?.event.event_ms
  const end_ms = stay ? stay.end_ms : (exit?.event.event_ms ?? null)
  const arrival = entry && begin_ms === entry.event.event_ms ? entry : undefined
  const came =
    arrival && begin_ms !== undefined
      ? `${timeOf(begin_ms)}${mark(arrival)}`
      : begin_ms === undefined
        ? words.unknown
        : `${words.unknown}（${words.first_seen} ${timeOf(begin_ms)}）`
  const left = exit
    ? `${timeOf(exit.event.event_ms)}${mark(exit)}`
    : end_ms !== null
      ? `${words.unknown}（${words.at_latest} ${timeOf(end_ms)}）`
      : lost_exit
        ? `${words.unknown}（${words.exit_deleted}）`
        : stay && watched
          ? words.still
          : words.unknown
  const length = begin_ms === undefined ? '' : stayLength(secondsBetween(begin_ms, end_ms ?? made_ms))
  const until = exit ? '' : end_ms === null ? `（${words.until_made}）` : `（${words.at_latest_length}）`
  return [
    [words.came, came],
    [words.left, left],
    [
      words.lasted,
      !arrival || lost_exit
        ? words.unknown
        : exit || (stay && (watched || end_ms !== null))
          ? `${length}${until}`
          : '',
    ],
  ]
}

function eventRow(one: DossierEvent, at: number, with_camera: boolean, words: DossierWords): string[] {
  const { event } = one
  const { clock, camera_clock, device } = recordedOf(one)
  const sure = confidenceOf(event)
  const type = nameOf(event_type, words.event_type, event.event_type)
  const clocks = [clock, camera_clock].map((known) => (known ? clockText(known, words) : words.clock_unknown))
  const program = device?.program
  return [
    String(at + 1),
    `${type}${standingText(one, words)}`,
    stampOf(event.event_ms),
    plateText(event, words),
    ...(with_camera ? [cameraOf(one) || words.none_typed] : []),
    sure === null ? words.none_typed : confidenceText(sure),
    event.typed === 1
      ? words.none_typed
      : `${words.clock_of}：${clocks[0]}；${words.clock_of_camera}：${clocks[1]}`,
    program
      ? `${program.name} ${program.version} ${program.model.slice(0, 12)}`
      : event.typed === 1
        ? words.none_typed
        : words.clock_unknown,
    nameOf(event_status, words.event_status, event.status),
    keptText(one, words),
  ]
}

/** The plate that counts, and the reading if a user corrected it. */
function plateText({ checked_plate, plate_number }: DossierEvent['event'], words: DossierWords): string {
  const [counts, read] = [checked_plate ?? plate_number, plate_number].map((plate) => plate || words.no_plate)
  return counts === read ? read! : `${counts}（${words.plate_read} ${read}）`
}

/** How often automatic decisions of a camera are wrong, as users judged a random sample of them. */
function measuredPart(
  { camera, undrawn, corrected, ...rates }: MeasuredCamera,
  words: DossierWords,
): string[] {
  const says = words.measured_says.replace('{days}', String(measured_days))
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  return [
    `<h3>${escaped(words.measured.replace('{camera}', camera))}</h3>`,
    `<p>${escaped(says)}</p>`,
    table(
      [words.measured_of, words.judged, words.judged_wrong, words.rate, words.interval],
      (['entry', 'exit', 'plate'] as const).map((of) => {
        const { checked, wrong, lost, rate, low, high } = rates[of]
        const judged = lost > 0 ? words.judged_lost.replace('{lost}', String(lost)) : ''
        return [
          words.measured_kinds[of],
          `${checked}${judged}`,
          String(wrong),
          checked === 0 ? words.rate_none : percent(rate),
          checked === 0 ? '' : `${percent(low)} – ${percent(high)}`,
        ]
      }),
    ),
    ...counted(corrected, words.measured_corrected),
    ...counted(undrawn, words.measured_undrawn),
  ]
}

const counted = (n: number, says: string): string[] =>
  n > 0 ? [`<p>${escaped(says.replace('{n}', String(n)))}</p>`] : []

/** What else a reader of the rates must know. */
function circumstances({ cleared_ms, models }: Measured, words: DossierWords): string[] {
  const changes = models.map(({ name, version, at_ms }) => `${stampOf(at_ms)} ${name} ${version}`)
  return [
    ...(cleared_ms === null ? [] : [words.measured_cleared.replace('{at}', stampOf(cleared_ms))]),
    ...(changes.length === 0 ? [] : [words.measured_models.replace('{models}', changes.join('；'))]),
  ].map((says) => `<p>${escaped(says)}</p>`)
}

const clockText = ({ offset_ms, error_ms, by, measured_ms }: KnownOffset, words: DossierWords): string =>
  words.clock_said
    .replace('{offset}', String(offset_ms))
    .replace('{error}', String(error_ms))
    .replace('{by}', words.clock_by[by])
    .replace('{at}', stampOf(measured_ms))

/** Until when the device keeps the event and its pictures. */
function keptText({ event, kept, files }: DossierEvent, words: DossierWords): string {
  if (!kept) return words.kept_waiting
  const day = (ms: number) => stampOf(ms).slice(0, 10)
  const media =
    event.media_gone_ms !== null
      ? words.kept_gone.replace('{at}', day(event.media_gone_ms))
      : files.length > 0
        ? words.kept_media.replace('{until}', day(kept.media_ms))
        : ''
  return [words.kept_row.replace('{until}', day(kept.row_ms)), media].filter(Boolean).join('；')
}

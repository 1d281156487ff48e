/**
 * Renders the page of a dossier: one file without scripts and with embedded pictures, to read anywhere and to
 * print. Everything it shows is also in the signed files of the archive. Long because a stay has many parts.
 */
import type { KnownOffset } from '#src/clocks/clocks.ts'
import { event_status, event_type, language_tags, plate_color, secondsOf, wallStamp } from '@parking/contract'
import { headStyle } from './dossier-style.ts'
import type { SignedText } from '#src/core/proof-head.ts'
import { offsetOf, stampOf, zoneOfProcess } from '#src/core/stamp.ts'
import { attemptRows, checkRows, looksRows, moveRows } from './dossier-rows.ts'
import type { Absent, DossierActs, DossierContent, DossierEvent, DossierFile } from './dossier-content.ts'
import type { DossierJob } from './dossier.ts'
import type { PagePart } from './dossier-zip.ts'
import { facts, table } from './html.ts'
import { escaped } from '../core/text/escape-html.ts'
import { dossier_words, type DossierWords } from './words.ts'

type PlateColor = (typeof plate_color)[number]

type Shown = {
  job: DossierJob
  content: DossierContent
  acts: DossierActs
  absent: readonly Absent[]
  log: { head: SignedText }
  has: (file: DossierFile) => boolean
}

export function* dossierPage(shown: Shown): Generator<PagePart> {
  const { job, content } = shown
  const words = dossier_words[job.language]
  const plate = plateOf(content.events) || words.no_plate
  yield [
    '<!doctype html>',
    `<html lang="${language_tags[job.language]}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escaped(`${words.title} ${plate}`)}</title><style>${headStyle}</style></head>`,
    '<body>',
    `<header><h1>${escaped(words.title)}</h1><p class="plate">${escaped(plate)}</p></header>`,
    '',
  ].join('\n')
  yield summary(shown, words)
  yield counted(content, words)
  for (const [at, event] of content.events.entries()) yield* eventPart(event, at, shown, words)
  yield rules(content.events, words)
  yield actsPart(shown.acts, words)
  yield proof(shown, words)
  yield '</body></html>\n'
}

/** The last checked plate, else the last recognised plate. */
const plateOf = (events: readonly DossierEvent[]): string =>
  events.findLast(({ event }) => event.checked_plate !== null)?.event.checked_plate ??
  events.findLast(({ event }) => event.plate_number !== '')?.event.plate_number ??
  ''

const timeOf = (ms: number | null): string => (ms === null ? '' : `${stampOf(ms)} ${offsetOf(ms)}`)

function summary({ job, content }: Shown, words: DossierWords): string {
  const { events, flags, open } = content
  const [first, last] = [events[0]?.event, events.at(-1)?.event]
  const came = events.find(({ event }) => event.event_type === 0 || event.event_type === 1)?.event
  const left = events.findLast(({ event }) => event.event_type === event_type.exit)?.event
  const lasted = came && left ? minutesText(left.event_ms - came.event_ms, words) : ''
  return [
    facts([
      [words.lot, first?.lot_no ?? ''],
      [words.parking_no, first?.parking_no ?? ''],
      [words.camera, last ? `${last.camera_name} (${last.camera_sn})` : ''],
      [words.came, came ? timeOf(came.event_ms) : words.unknown],
      [words.left, left ? timeOf(left.event_ms) : open ? words.still : words.unknown],
      [words.lasted, lasted],
      [words.device, `${job.device.name} ${job.device.sn} (${job.device.version})`.trim()],
      [words.made, timeOf(job.made_ms)],
      [words.made_by, job.made_by],
      [words.zone, zoneOfProcess()],
    ]),
    ...flags.map((flag) => `<p class="flag">${escaped(words.flags[flag])}</p>`),
    '',
  ].join('\n')
}

const minutesText = (ms: number, words: DossierWords): string => `${Math.floor(ms / 60_000)} ${words.minutes}`

function counted({ counted: stay, events }: DossierContent, words: DossierWords): string {
  if (!stay) return ''
  const plans = new Set(
    events.flatMap(({ rules: list }) => list.filter((one) => one.rule === 'plan').map((one) => one.sha256)),
  )
  const sums = (['charge', 'violation', 'free'] as const)
    .map((kind) => [kind, secondsOf({ events: [], bills: [], parts: stay.parts }, kind)] as const)
    .filter(([, seconds]) => seconds > 0)
  return [
    `<h2>${escaped(words.charged)}</h2>`,
    `<p>${escaped(words.charged_says)}</p>`,
    ...(stay.plans.length === 0 ? [`<p>${escaped(words.no_plan)}</p>`] : []),
    ...(plans.size > 1 ? [`<p class="flag">${escaped(words.plan_changed)}</p>`] : []),
    table(
      [words.kind, words.frm, words.to, words.minutes],
      [
        ...stay.parts.map(({ kind, from, to }) => [
          words.kinds[kind],
          wallStamp(from),
          wallStamp(to),
          ((to - from) / 60).toFixed(1),
        ]),
        ...sums.map(([kind, seconds]) => [
          `${words.sum} ${words.kinds[kind]}`,
          '',
          '',
          (seconds / 60).toFixed(1),
        ]),
      ],
    ),
    '',
  ].join('\n')
}

const nameOf = (
  codes: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>>,
  code: number,
): string => {
  const key = Object.keys(codes).find((name) => codes[name] === code)
  return (key === undefined ? undefined : names[key]) ?? String(code)
}

function* eventPart(
  { event, files, looks, state }: DossierEvent,
  at: number,
  { absent, has }: Shown,
  words: DossierWords,
): Generator<PagePart> {
  const known = (plate_color as readonly string[]).includes(event.plate_color)
  yield [
    `<section><h2>${at + 1}. ${escaped(nameOf(event_type, words.event_type, event.event_type))}</h2>`,
    facts([
      [words.time, timeOf(event.event_ms)],
      [words.stored, timeOf(event.create_ms)],
      [words.plate, event.plate_number || words.no_plate],
      [words.checked, event.checked_plate ?? ''],
      [words.color, known ? words.plate_color[event.plate_color as PlateColor] : ''],
      [words.confidence, `${event.confidence}%`],
      [
        words.status,
        `${nameOf(event_status, words.event_status, event.status)}（${words.reasons[event.reason]}）`,
      ],
      [words.comment, event.comment],
      [words.uuid, event.uuid],
    ]),
    `<h3>${escaped(words.pictures)}</h3><div class="pictures">`,
    '',
  ].join('\n')
  for (const file of files.filter((one) => one.role !== 'clip' && has(one))) {
    yield `<figure><img alt="" src="data:image/jpeg;base64,`
    yield { picture: file }
    const role = file.role === 'drawn' ? words.drawn : words.as_it_came
    yield `"><figcaption>${escaped(words.object_kinds[file.kind])} · ${escaped(role)}<br>`
    yield `<code>${file.sha256}</code></figcaption></figure>\n`
  }
  yield '</div>\n'
  for (const file of files.filter((one) => one.role === 'clip' && has(one)))
    yield [
      `<p>${escaped(words.clip)}: <a href="${file.name}">${escaped(file.name)}</a><br>`,
      `<code>${file.sha256}</code><br>${escaped(words.clip_says)}</p>\n`,
    ].join('')
  for (const { name, why } of absent.filter((one) => one.uuid === event.uuid))
    yield `<p>${escaped(name)}: ${escaped(words.absent[why])}</p>\n`
  yield [
    `<h3>${escaped(words.looks)}</h3>`,
    looksRows(looks, words) ?? `<p>${escaped(words.looks_none)}</p>`,
    `<h3>${escaped(words.history)}</h3>`,
    moveRows(state, words, (status) => nameOf(event_status, words.event_status, status)),
    attemptRows(state, words),
    checkRows(state, words),
    '</section>',
    '',
  ].join('\n')
}

function rules(events: readonly DossierEvent[], words: DossierWords): string {
  const seen = new Map(events.flatMap(({ rules: list }) => list.map((rule) => [rule.sha256, rule] as const)))
  return [
    `<h2>${escaped(words.rules)}</h2>`,
    ...(seen.size === 0 ? [`<p>${escaped(words.rule_none)}</p>`] : []),
    ...[...seen.values()].map(({ rule: name, sha256, content }) => {
      const numbers = events.flatMap((one, at) =>
        one.rules.some((rule) => rule.sha256 === sha256) ? [at + 1] : [],
      )
      return (
        `<h3>${escaped(words.rule[name])}（${escaped(words.event)} ${numbers.join(', ')}）</h3>` +
        `<p><code>${sha256}</code></p><pre>${escaped(JSON.stringify(JSON.parse(content), null, 1))}</pre>`
      )
    }),
    '',
  ].join('\n')
}

function actsPart({ ledger, audit, settings }: DossierActs, words: DossierWords): string {
  const verdict = (name: string) =>
    (words.verdicts as Readonly<Record<string, string>>)[name] ?? words.check_undone
  const rows = [
    ...ledger.map(({ at_ms, checked_by, verdict: name, plate_before, plate_after, reason }) => ({
      at_ms,
      cells: [
        checked_by,
        `${words.checks}: ${verdict(name)}`,
        [plate_before === plate_after ? '' : `${plate_before} → ${plate_after}`, reason]
          .filter(Boolean)
          .join(' · '),
      ],
    })),
    ...audit.map(({ timestamp_ms, detail }) => {
      const { audit: act = {} } = JSON.parse(detail) as { audit?: Readonly<Record<string, unknown>> }
      const { who, call, code } = act
      return {
        at_ms: timestamp_ms,
        cells: [
          text(who),
          text(call),
          code === undefined || code === 0 ? words.ok : `${words.refused} (${text(code)})`,
        ],
      }
    }),
    ...settings.map(({ timestamp_ms, who, call, section, subject }) => ({
      at_ms: timestamp_ms,
      cells: [who, call, `${words.change} ${section} ${subject}`.trim()],
    })),
  ].toSorted((a, b) => a.at_ms - b.at_ms)
  return [
    `<h2>${escaped(words.acts)}</h2><p>${escaped(words.acts_says)}</p>`,
    rows.length === 0
      ? `<p>${escaped(words.acts_none)}</p>`
      : table(
          [words.time, words.who, words.call, words.what],
          rows.map(({ at_ms, cells }) => [stampOf(at_ms), ...cells]),
        ),
    '',
  ].join('\n')
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function proof({ content, log }: Shown, words: DossierWords): string {
  const clocks = content.events.map(({ event, leaves }, at) => {
    const first = leaves.find(({ kind }) => kind === 'event')?.body
    const { clock, camera_clock } = (first ? JSON.parse(first) : {}) as Record<
      string,
      Clock | null | undefined
    >
    const said = [clock, camera_clock].map((one) => (one ? clockText(one, words) : words.clock_unknown))
    return [String(at + 1), stampOf(event.event_ms), ...said]
  })
  return [
    `<h2>${escaped(words.clock)}</h2>`,
    table([words.event, words.time, words.clock_of, words.clock_of_camera], clocks),
    `<h2>${escaped(words.proof)}</h2>`,
    `<p>${escaped(words.proof_says)}</p><p>${escaped(words.not_proved)}</p>`,
    facts([
      [words.key, log.head.key_id],
      [words.head, log.head.payload],
    ]),
    '',
  ].join('\n')
}

type Clock = KnownOffset
const clockText = ({ offset_ms, error_ms, by, measured_ms }: Clock, words: DossierWords): string =>
  words.clock_said
    .replace('{offset}', String(offset_ms))
    .replace('{error}', String(error_ms))
    .replace('{by}', words.clock_by[by])
    .replace('{at}', stampOf(measured_ms))

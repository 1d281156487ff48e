/**
 * Renders the page of a dossier: one file without scripts and with embedded pictures, to read anywhere and to
 * print on few pages. Its first part answers who, what, where, when and how certain; raw data is in the
 * archive alone. Long because a stay has many parts.
 */
import { event_status, event_type, language_tags, plate_color, stayLength } from '@parking/contract'
import { headStyle } from './dossier-style.ts'
import type { KnownKey } from '#src/proof/proof-log.store.ts'
import type { SignedText } from '#src/core/proof-head.ts'
import { stampOf } from '#src/core/stamp.ts'
import { actRows } from './dossier-act-rows.ts'
import { front } from './dossier-front.ts'
import { attemptRows, checkRows, looksRows, moveRows, nameOf, standingText } from './dossier-rows.ts'
import { cameraOf, observedRules } from './dossier-content.ts'
import type {
  Absent,
  DossierActs,
  DossierContent,
  DossierEvent,
  DossierFile,
  Measured,
} from './dossier-content.ts'
import type { DossierJob } from './dossier.ts'
import type { PagePart } from './dossier-zip.ts'
import { facts, table } from './html.ts'
import { late_ms } from './time-flags.ts'
import { escaped } from '../core/text/escape-html.ts'
import { dossier_words, type DossierWords } from './words.ts'

type PlateColor = (typeof plate_color)[number]

type Shown = {
  job: DossierJob
  content: DossierContent
  acts: DossierActs
  measured: Measured
  absent: readonly Absent[]
  log: { head: SignedText; keys: readonly KnownKey[] }
  has: (file: DossierFile) => boolean
}

export function* dossierPage(shown: Shown): Generator<PagePart> {
  const { job, content } = shown
  const words = dossier_words[job.language]
  const plate = plateOf(content) || words.no_plate
  yield [
    '<!doctype html>',
    `<html lang="${language_tags[job.language]}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escaped(`${words.title} ${plate}`)}</title><style>${headStyle}</style></head>`,
    '<body>',
    `<header><h1>${escaped(words.title)}</h1><p class="plate">${escaped(plate)}</p></header>`,
    '',
  ].join('\n')
  yield front(shown, words)
  yield counted(content, words)
  yield actsPart(shown.acts, content, words)
  for (const [at, event] of content.events.entries()) yield* eventPart(event, at, shown, words)
  yield rules(content.events, words)
  yield proof(shown, words)
  yield '</body></html>\n'
}

/** The plate of the stay as list and axis show it, else the last plate that counts. */
const plateOf = ({ stay, events }: DossierContent): string =>
  stay?.plate_number ??
  events
    .filter(({ standing }) => standing !== 'withdrawn')
    .map(({ event }) => event.checked_plate ?? event.plate_number)
    .findLast((plate) => plate !== '') ??
  ''

function counted({ counted: split, events, stay }: DossierContent, words: DossierWords): string {
  if (!split) return stay ? `<h2>${escaped(words.charged)}</h2><p>${escaped(words.not_split)}</p>\n` : ''
  const plans = new Set(
    events.flatMap((event) =>
      observedRules(event)
        .filter((one) => one.rule === 'plan')
        .map((one) => one.sha256),
    ),
  )
  const sums = (['charge', 'violation', 'free'] as const)
    .map((kind) => {
      const own = split.parts.filter((part) => part.kind === kind)
      return [kind, own.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)] as const
    })
    .filter(([, ms]) => ms > 0)
  return [
    `<h2>${escaped(words.charged)}</h2>`,
    `<p>${escaped(split.by_entry ? words.charged_says : words.charged_typed)}</p>`,
    ...(split.behind_ms > late_ms
      ? [
          `<p class="flag">${escaped(
            words.charged_late.replace('{by}', stayLength(split.behind_ms / 1000)),
          )}</p>`,
        ]
      : []),
    ...(split.plans.length === 0 ? [`<p>${escaped(words.no_plan)}</p>`] : []),
    ...(plans.size > 1 ? [`<p class="flag">${escaped(words.plan_changed)}</p>`] : []),
    table(
      [words.kind, words.frm, words.to, words.lasted],
      [
        ...split.parts.map(({ kind, from_ms, to_ms }) => [
          words.kinds[kind],
          stampOf(from_ms),
          stampOf(to_ms),
          stayLength((to_ms - from_ms) / 1000),
        ]),
        ...sums.map(([kind, ms]) => [`${words.sum} ${words.kinds[kind]}`, '', '', stayLength(ms / 1000)]),
      ],
    ),
    '',
  ].join('\n')
}

function* eventPart(
  shown_event: DossierEvent,
  at: number,
  { absent, has }: Shown,
  words: DossierWords,
): Generator<PagePart> {
  const { event, files, looks, state } = shown_event
  const known = (plate_color as readonly string[]).includes(event.plate_color)
  yield [
    `<section><h2>${at + 1}. ${escaped(nameOf(event_type, words.event_type, event.event_type))}`,
    `${escaped(standingText(shown_event, words))}</h2>`,
    facts([
      [words.camera, cameraOf(shown_event)],
      [words.stored, stampOf(event.create_ms)],
      [words.checked, event.checked_plate === '' ? words.no_plate : (event.checked_plate ?? '')],
      [words.color, known ? words.plate_color[event.plate_color as PlateColor] : ''],
      [
        words.status,
        `${nameOf(event_status, words.event_status, event.status)}（${words.reasons[event.reason]}）`,
      ],
      [words.comment, (words.comments as Readonly<Record<string, string>>)[event.comment] ?? event.comment],
      [words.uuid, event.uuid],
    ]),
    `<h3>${escaped(words.pictures)}</h3><div class="pictures">`,
    '',
  ].join('\n')
  const gone = absent.filter((one) => one.uuid === event.uuid)
  if (gone.length === 0 && !files.some(has)) yield `<p>${escaped(words.pictures_none)}</p>`
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
  for (const why of new Set(gone.map((one) => one.why))) {
    const names = gone.filter((one) => one.why === why).map(({ name }) => name.split('/').at(-1))
    yield `<p>${escaped(names.join('、'))}: ${escaped(words.absent[why])}</p>\n`
  }
  yield [
    `<div class="screen"><h3>${escaped(words.looks)}</h3>`,
    looksRows(looks, words) ?? `<p>${escaped(words.looks_none)}</p>`,
    '</div>',
    `<h3>${escaped(words.history)}</h3>`,
    moveRows(state, words, (status) => nameOf(event_status, words.event_status, status)),
    attemptRows(state, words),
    checkRows(state, words, event.typed === 1),
    '</section>',
    '',
  ].join('\n')
}

function rules(events: readonly DossierEvent[], words: DossierWords): string {
  const seen = new Map(events.flatMap(({ rules: list }) => list.map((rule) => [rule.sha256, rule] as const)))
  const nameOfEvent = ({ event }: DossierEvent, at: number) =>
    event.typed === 1 ? `${at + 1}（${words.standing.typed}）` : String(at + 1)
  const rows = [...seen.values()].map(({ rule: name, sha256 }) => [
    words.rule[name],
    events
      .flatMap((one, at) => (one.rules.some((rule) => rule.sha256 === sha256) ? [nameOfEvent(one, at)] : []))
      .join(', '),
    `rules/${sha256}.json`,
  ])
  return [
    `<h2>${escaped(words.rules)}</h2>`,
    rows.length === 0
      ? `<p>${escaped(words.rule_none)}</p>`
      : table([words.rules, words.event, words.file], rows),
    ...(events.some(({ event, rules: list }) => event.typed === 1 && list.length > 0)
      ? [`<p>${escaped(words.rule_typed)}</p>`]
      : []),
    '',
  ].join('\n')
}

function actsPart(acts: DossierActs, content: DossierContent, words: DossierWords): string {
  const rows = actRows(acts, content, words)
  return [
    `<h2>${escaped(words.acts)}</h2><p>${escaped(words.acts_says)}</p>`,
    rows.length === 0
      ? `<p>${escaped(words.acts_none)}</p>`
      : table([words.at, words.who, words.event, words.call, words.what], rows),
    ...(acts.cut ? [`<p class="flag">${escaped(words.acts_cut)}</p>`] : []),
    '',
  ].join('\n')
}

/** Each former key with the time until which it signed. */
const formerKeys = (keys: readonly KnownKey[]): string[] =>
  keys.slice(0, -1).map(({ key_id, since_ms }, at) => {
    const until_ms = keys[at + 1]!.since_ms
    return `${key_id}（${stampOf(since_ms)} – ${stampOf(until_ms)}）`
  })

function proof({ log }: Shown, words: DossierWords): string {
  const { day, date, size, root } = JSON.parse(log.head.payload) as Record<string, string | number>
  return [
    `<h2>${escaped(words.proof)}</h2>`,
    `<p>${escaped(words.proof_says)}</p><p>${escaped(words.not_proved)}</p>`,
    facts([
      [words.key, log.head.key_id],
      ...formerKeys(log.keys).map((text): [string, string] => [words.key_former, text]),
      [
        words.head,
        words.head_says
          .replace('{day}', String(day))
          .replace('{date}', String(date))
          .replace('{size}', String(size))
          .replace('{root}', String(root)),
      ],
    ]),
    '',
  ].join('\n')
}

/** Renders the handover sheet as one page without scripts, which opens offline and prints on A4. */
import { handover_tests, language_tags, type HandoverResult, type Language } from '@parking/contract'
import { stampOf } from '../core/stamp.ts'
import type { SheetFacts } from './sheet-facts.ts'
import { escaped } from '#src/core/text/escape-html.ts'
import { sceneFigures } from './sheet-scenes.ts'
import { sheet_style } from './sheet-style.ts'
import { sheet_words, type Words } from './sheet-words.ts'

export function sheetHtml(facts: SheetFacts, language: Language): string {
  const words = sheet_words[language]
  const title = `${escaped(words.title)} ${escaped(facts.name || facts.identity.host_sn)}`
  const when = facts.as_of_ms === 0 ? words.never : `${stampOf(facts.as_of_ms)}（${facts.time_zone}）`
  return [
    '<!doctype html>',
    `<html lang="${language_tags[language]}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${title}</title><style>${sheet_style}</style></head>`,
    `<body><header><div><h1>${escaped(words.title)}</h1>`,
    `<p class="who">${escaped(facts.name || words.none)}</p></div>`,
    `<dl>${row(words.facts.serial, facts.identity.host_sn)}${row(words.as_of, when)}</dl></header>`,
    '<main>',
    ...verdict(facts, words),
    ...installed(facts, words),
    ...openPoints(facts, words),
    ...tests(facts, words),
    ...proof(facts, words),
    ...cameras(facts, words),
    ...parks(facts, words),
    ...sceneFigures(facts, words),
    ...signatures(words),
    `<p class="note">${escaped(words.note)}</p>`,
    '</main></body></html>',
    '',
  ].join('\n')
}

function verdict({ state }: SheetFacts, words: Words): string[] {
  const open = state.steps.filter((step) => step.state !== 'done').length
  return open === 0
    ? [`<p class="verdict done">✓ ${escaped(words.handover_done)}</p>`]
    : [`<p class="verdict">△ ${escaped(words.verdict_open(open))}</p>`]
}

function installed(facts: SheetFacts, words: Words): string[] {
  const { address, identity, network, platform, object_storage } = facts
  const { province, city, district, detail_address, longitude, latitude } = address
  const place = [province, city, district, detail_address].filter(Boolean).join(' ')
  const degrees = longitude === null || latitude === null ? '' : `${longitude}, ${latitude}`
  const label = words.facts
  const rows: [string, string][] = [
    [label.name, facts.name],
    [label.serial, identity.host_sn],
    [label.model, identity.host_model],
    [label.hardware, identity.hardware_id],
    [label.firmware, identity.firmware],
    [label.version, facts.version],
    [label.application, facts.application || words.not_connected],
    [label.place, place],
    [label.coordinates, degrees],
    [label.ipv4, network?.ipv4 ? `${network.ipv4} / ${network.netmask}` : ''],
    [label.gateway, network?.gateway ?? ''],
    [label.dns, [network?.dns_main, network?.dns_sub].filter(Boolean).join(', ')],
    [label.mac, network?.macaddr ?? ''],
    [label.zone, facts.time_zone],
    [label.ntp, facts.ntp_server],
    [label.platform, platform.host],
    [label.operator, platform.operator_no],
    [label.storage, object_storage.host],
    [label.bucket, object_storage.bucket],
  ]
  return [
    heading(1, words.installed),
    '<dl class="facts">',
    ...rows.map(([name, value]) => row(name, value || words.none)),
    `<dt class="wide">${escaped(label.certificate)}</dt>`,
    `<dd class="wide"><code>${escaped(facts.certificate_sha256 || words.no_https)}</code></dd>`,
    '</dl>',
  ]
}

function openPoints({ state }: SheetFacts, words: Words): string[] {
  const open = state.steps.filter((step) => step.state !== 'done')
  if (open.length === 0) return [heading(2, words.open_title), `<p>${escaped(words.open_none)}</p>`]
  const items = open.map(({ step, state: how, lacks }) => {
    const what = lacks.map((gap) => words.gaps[gap]).join('；')
    const put_off = how === 'skipped' ? `（${words.put_off}）` : ''
    return `<li><b>${escaped(words.steps[step])}</b>：${escaped(what)}${put_off}</li>`
  })
  return [heading(2, words.open_title), `<ul class="open">${items.join('')}</ul>`]
}

function tests({ state }: SheetFacts, words: Words): string[] {
  const lines = handover_tests.map((test) => {
    const one = state.tests.find((result) => result.test === test)
    const cells = one
      ? [
          mark(one.stale ? 'stale' : one.result, one.stale ? words.stale : words.results[one.result]),
          escaped(one.result === 'good' ? detailOf(one) : words.findings[one.finding]),
          stampOf(one.tested_ms),
          `${one.took_ms} ms`,
        ]
      : [mark('stale', words.not_run), '', '', '']
    return line(words.tests[test], cells)
  })
  const { test, result, finding, when, took } = words
  return [heading(3, words.tests_title), table([test, result, finding, when, took], lines)]
}

/** The figures found by a successful test. Omits messages of peers, because they may contain anything. */
function detailOf({ facts }: HandoverResult): string {
  const texts = ['interface', 'ipv4', 'gateway', 'server', 'name', 'address', 'host']
    .map((name) => facts[name])
    .filter((value) => value !== undefined && value !== '')
  const { online, total, free, offset_ms, ms } = facts
  if (online !== undefined) texts.push(`${online}/${total}`)
  else if (typeof free === 'number') texts.push(`${(free / 1024 ** 3).toFixed(1)} GB`)
  if (offset_ms !== undefined) texts.push(`± ${Math.abs(Number(offset_ms))} ms`)
  else if (ms !== undefined) texts.push(`${ms} ms`)
  return texts.join(' · ')
}

function proof({ state: { proof: one } }: SheetFacts, words: Words): string[] {
  if (!one) return [heading(4, words.proof), `<p>${escaped(words.proof_none)}</p>`]
  const label = words.proof_rows
  const type = words.types[one.event_type] ?? ''
  const pictures = words.proof_pictures(one.pictures, (one.bytes / 1e6).toFixed(2))
  return [
    heading(4, words.proof),
    '<dl class="facts">',
    row(label.lot, `${one.lot_no} · ${one.camera_name} · ${type}`),
    row(label.seen, stampOf(one.event_ms)),
    row(label.stored, `${stampOf(one.create_ms)} · ${pictures}`),
    row(label.sent, one.send_ms === null ? words.never : stampOf(one.send_ms)),
    row(label.answered, one.answered ? stampOf(one.response_ms) : words.gaps.not_answered),
    row(label.event, one.uuid),
    '</dl>',
  ]
}

function cameras({ cameras: list }: SheetFacts, words: Words): string[] {
  const { name, sn, model, ipv4, size, state } = words.camera
  const lines = list.map((one) => {
    const cells = [
      one.camera_sn,
      one.model,
      one.ipv4,
      one.width > 0 ? `${one.width} × ${one.height}` : '',
      words.camera_states[one.state],
    ]
    return line(one.camera_name, cells.map(escaped))
  })
  return [
    heading(5, `${words.cameras}（${list.length}）`),
    list.length === 0
      ? `<p>${escaped(words.gaps.no_cameras)}</p>`
      : table([name, sn, model, ipv4, size, state], lines),
  ]
}

/** A number short enough to fit next to the lots on a phone is not broken at its hyphens. */
const noBreakClass = (no: string): string => (no.length <= 24 ? ' class="whole"' : '')

function parks({ scenes }: SheetFacts, words: Words): string[] {
  const by_park = new Map<string, string[]>()
  for (const { row: scene, lots } of scenes)
    by_park.set(scene.parking_no, [
      ...(by_park.get(scene.parking_no) ?? []),
      ...lots.map(({ lot_no }) => lot_no),
    ])
  const lines = [...by_park].map(([parking_no, lot_nos]) =>
    line(
      parking_no,
      [String(lot_nos.length), escaped(lot_nos.toSorted().join(' '))],
      noBreakClass(parking_no),
    ),
  )
  return [
    heading(6, words.parks),
    lines.length === 0
      ? `<p>${escaped(words.gaps.no_lots)}</p>`
      : table([words.park, words.lot_count, words.lot_numbers], lines),
  ]
}

function signatures(words: Words): string[] {
  const lines = [words.sign_name, words.sign_date].map((text) => `<p>${escaped(text)}</p>`).join('')
  const boxes = words.signers.map((signer) => `<div><h3>${escaped(signer)}</h3>${lines}</div>`)
  return [`<section class="sign">${heading(8, words.signatures)}<div>${boxes.join('')}</div></section>`]
}

const heading = (n: number, text: string): string => `<h2><span>${n}</span>${escaped(text)}</h2>`
/** The cells are HTML. */
const line = (head: string, cells: readonly string[], kind = ''): string =>
  `<tr><th scope="row"${kind}>${escaped(head)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const mark = (kind: string, text: string): string => `<span class="${kind}">${escaped(text)}</span>`
const row = (label: string, value: string): string => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`
const table = (heads: readonly string[], lines: readonly string[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead>` +
  `<tbody>${lines.join('')}</tbody></table>`

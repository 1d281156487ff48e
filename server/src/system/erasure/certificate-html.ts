/** Renders the certificate of erasure as one page without scripts, to be printed or saved as a file. */
import { language_tags } from '@parking/contract'
import { headText } from '#src/core/audit-head.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { escaped } from '#src/core/text/escape-html.ts'
import { certificate_words, type Words } from './certificate-words.ts'
import type { Certificate } from './erasure-service.ts'

/** The Content-Security-Policy of the page contains the hash of this text. */
export const certificate_style = `
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 46rem; padding: 0 1.25rem; color: #1f2329; background: #fff;
  font: 15px/1.6 system-ui, "PingFang SC", "PingFang TC", "Microsoft YaHei", sans-serif; }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.0625rem; }
p { margin: .5rem 0; }
header { border-bottom: 2px solid #1f2329; padding-bottom: .75rem; }
dl { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; gap: .375rem 1rem; margin: 1.25rem 0; }
dt { color: #5c6370; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid #d8dce2; text-align: start; }
th { color: #5c6370; font-weight: 600; }
td + td, th + th { text-align: end; }
tfoot td { font-weight: 600; }
code { font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
li { margin: .25rem 0; }
.level { padding: .75rem 1rem; border: 1px solid #1f2329; border-radius: 6px; font-weight: 600; }
.sign { margin-top: 3rem; padding-top: .5rem; width: 18rem; border-top: 1px solid #1f2329; color: #5c6370; }
@media print { body { margin: 0; max-width: none; font-size: 12px; } h2, .sign { break-after: avoid; } }
`

export function certificateHtml(certificate: Certificate): string {
  const { facts, language } = certificate
  const words = certificate_words[language]
  const title = `${escaped(words.title)} ${escaped(facts.host_sn)}`
  return [
    '<!doctype html>',
    `<html lang="${language_tags[language]}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${title}</title><style>${certificate_style}</style></head>`,
    '<body>',
    `<header><h1>${escaped(words.title)}</h1>`,
    `<p>${escaped(words.device)} · <code>${escaped(facts.host_sn)}</code></p></header>`,
    ...identity(certificate, words),
    ...removed(certificate, words),
    ...limits(certificate, words),
    ...proof(certificate, words),
    `<p class="sign">${escaped(words.signature)}</p>`,
    '</body></html>',
    '',
  ].join('\n')
}

function identity({ facts }: Certificate, words: Words): string[] {
  const at = (stamp: string) => escaped(`${stamp} (${facts.time_zone})`)
  return [
    '<dl>',
    row(words.serial, `<code>${escaped(facts.host_sn)}</code>`),
    row(words.version, escaped(facts.version)),
    row(words.by, escaped(facts.by)),
    row(words.asked, at(facts.asked_time_str)),
    row(words.erased, at(facts.erased_time_str)),
    '</dl>',
    `<p class="level">${escaped(words.level)}：${escaped(words.levels[facts.level])}</p>`,
  ]
}

function removed({ facts }: Certificate, words: Words): string[] {
  const sum = (field: 'files' | 'bytes') => facts.removed.reduce((all, one) => all + one[field], 0)
  return [
    `<h2>${escaped(words.removed)}</h2>`,
    '<table><thead><tr>',
    ...[words.kind, words.files, words.bytes].map((label) => `<th>${escaped(label)}</th>`),
    '</tr></thead><tbody>',
    ...facts.removed.map(({ kind, files, bytes }) => cells(words.kinds[kind], files, bytes)),
    `</tbody><tfoot>${cells(words.total, sum('files'), sum('bytes'))}</tfoot></table>`,
    `<p>${escaped(words.order)}</p>`,
    ...(facts.left.length === 0
      ? []
      : [`<h2>${escaped(words.left)}</h2>`, list(facts.left.map((name) => `<code>${escaped(name)}</code>`))]),
    `<h2>${escaped(words.outside_title)}</h2>`,
    '<dl>',
    ...facts.outside.map(({ what, result }) => row(words.outside[what], escaped(words.results[result]))),
    '</dl>',
  ]
}

const limits = (_: Certificate, words: Words): string[] => [
  `<h2>${escaped(words.limits_title)}</h2>`,
  list(words.limits.map(escaped)),
]

function proof({ facts, sha256 }: Certificate, words: Words): string[] {
  const { audit_head, head_sent } = facts
  const head = audit_head
    ? `<code>${escaped(headText(audit_head))}</code><br>${head_sent ? words.head_sent : words.head_unsent}`
    : words.head_none
  return [
    '<dl>',
    row(words.head, head),
    row(words.hash, `<code>${sha256}</code>`),
    '</dl>',
    `<p>${escaped(words.hash_says)}</p>`,
    `<p><code>${escaped(canonicalJson(facts))}</code></p>`,
  ]
}

/** `value` is HTML. */
const row = (label: string, value: string): string => `<dt>${escaped(label)}</dt><dd>${value}</dd>`
const cells = (label: string, ...numbers: number[]): string =>
  `<tr><td>${escaped(label)}</td>${numbers.map((n) => `<td>${n.toLocaleString('en')}</td>`).join('')}</tr>`
const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

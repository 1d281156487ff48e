/**
 * Writes metric families as text: in OpenMetrics 1.0, or in format 0.0.4 for older clients. Pure. The two
 * differ in counter names, `info`, units and the end mark.
 */
import type { Counter, Histogram } from '../core/meters.ts'

export type Labels = Readonly<Record<string, string>>
export type Family = {
  /** Without `_total` or `_info`; its last part may be a unit. */
  name: string
  type: 'gauge' | 'counter' | 'info' | 'histogram'
  help: string
  samples: readonly Sample[]
}
type Sample = { suffix?: '_bucket' | '_sum' | '_count'; labels?: Labels; value: number }
export type Format = 'openmetrics' | 'text'

export const content_types: Readonly<Record<Format, string>> = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  text: 'text/plain; version=0.0.4; charset=utf-8',
}

/** The format that a client requests; text unless it accepts and prefers OpenMetrics. */
export function formatFor(accept: string | undefined): Format {
  const weight = (type: string): number =>
    Math.max(
      0,
      ...(accept ?? '')
        .split(',')
        .map((entry) => entry.trim().split(/\s*;\s*/))
        .filter(([name]) => name?.toLowerCase() === type)
        .map((parts) => Number(parts.find((part) => /^q=/i.test(part))?.slice(2) ?? 1) || 0),
    )
  const open = weight('application/openmetrics-text')
  return open > 0 && open >= weight('text/plain') ? 'openmetrics' : 'text'
}

const units = ['seconds', 'bytes', 'celsius', 'ratio'] as const

export function exposition(families: readonly Family[], format: Format): string {
  const lines = families.flatMap((family) => linesOf(family, format))
  return `${lines.join('\n')}\n${format === 'openmetrics' ? '# EOF\n' : ''}`
}

/** Number of samples in the output. */
export const countSamples = (families: readonly Family[]): number =>
  families.reduce((sum, { samples }) => sum + samples.length, 0)

function linesOf({ name, type, help, samples }: Family, format: Format): string[] {
  const open = format === 'openmetrics'
  const suffix = type === 'counter' ? '_total' : type === 'info' ? '_info' : ''
  const family = open ? name : `${name}${suffix}`
  const unit = units.find((one) => name.endsWith(`_${one}`))
  return [
    `# TYPE ${family} ${!open && type === 'info' ? 'gauge' : type}`,
    ...(open && unit ? [`# UNIT ${family} ${unit}`] : []),
    `# HELP ${family} ${escaped(help, open)}`,
    ...samples.map(
      ({ suffix: part = '', labels = {}, value }) =>
        `${name}${suffix}${part}${labelText(labels)} ${number(value)}`,
    ),
  ]
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value, true)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const escaped = (text: string, quotes: boolean): string =>
  text
    .replaceAll('\\', '\\\\')
    .replace(/\r?\n|\r/g, '\\n')
    .replace(/"/g, quotes ? '\\"' : '"')

const number = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value)

export const gauge = (name: string, help: string, value: number | null | undefined): Family[] =>
  // An unknown value has no sample, because zero would be wrong.
  value === null || value === undefined ? [] : [{ name, type: 'gauge', help, samples: [{ value }] }]

export const gauges = (
  name: string,
  help: string,
  label: string,
  values: Iterable<readonly [string, number]>,
): Family[] => {
  const samples = [...values].map(([word, value]) => ({ labels: { [label]: word }, value }))
  return samples.length === 0 ? [] : [{ name, type: 'gauge', help, samples }]
}

/** One sample for each word; exactly one of them is 1. */
export const stateOf = <Word extends string>(
  name: string,
  help: string,
  words: readonly Word[],
  word: Word,
): Family[] =>
  gauges(
    name,
    help,
    'state',
    words.map((one) => [one, one === word ? 1 : 0]),
  )

export const counter = (name: string, help: string, value: number): Family[] => [
  { name, type: 'counter', help, samples: [{ value }] },
]

export const counters = (name: string, help: string, label: string, by: Counter<string>): Family[] => [
  {
    name,
    type: 'counter',
    help,
    samples: by.entries().map(([word, value]) => ({ labels: { [label]: word }, value })),
  },
]

export function histogram(name: string, help: string, values: Histogram): Family[] {
  const counts = values.cumulative()
  const bounds = [
    ...values.bounds.map((bound) => bound.toFixed(bound % 1 === 0 ? 1 : 3).replace(/(\.\d+?)0+$/, '$1')),
    '+Inf',
  ]
  const samples: Sample[] = [
    ...bounds.map((le, at) => ({ suffix: '_bucket' as const, labels: { le }, value: counts[at]! })),
    { suffix: '_sum', value: values.sum },
    { suffix: '_count', value: counts.at(-1)! },
  ]
  return [{ name, type: 'histogram', help, samples }]
}

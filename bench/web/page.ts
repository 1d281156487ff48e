/** Formats the figures of `npm run bench:web` as docs/bench/web.md. */
import { cpus, loadavg } from 'node:os'
import { budgets } from '../../e2e/measures/weigh.ts'
import type { Traffic } from '../hand/traffic.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median } from '../support/figures.ts'
import type { Cold } from './cold.ts'

/**
 * The targets, from the issue about the first page and docs/architecture.md. `idle_kb`: the home page in an
 * idle minute.
 */
export const targets = {
  login: { ready_s: 1.2, blocking_ms: undefined, script_kb: budgets.login.js_kb },
  dashboard: { ready_s: 2, blocking_ms: 100, script_kb: budgets.dashboard.js_kb },
  other: { ready_s: 2.5, blocking_ms: undefined, script_kb: budgets.any.js_kb },
  idle_kb: 1_000,
  shift: 0.05,
} as const

export type Measured = {
  name: string
  target: (typeof targets)['login' | 'dashboard' | 'other'] | undefined
  runs: readonly Cold[]
}

type Figures = {
  measured: readonly Measured[]
  runs: number
  cameras: number
  idle: Omit<Traffic, 'name'> | undefined
  /** The name of the peer; undefined if it was not measured. */
  peer: string | undefined
}

const middle = ({ runs }: Measured, key: keyof Cold) => median(runs.map((run) => run[key]))
const withTarget = (figure: string, target: number | undefined) =>
  target === undefined ? figure : `${figure} / ${target}`

function row(one: Measured): string[] {
  const { name, target } = one
  const own = target !== undefined
  return [
    name,
    (middle(one, 'first_paint') / 1000).toFixed(2),
    withTarget((middle(one, 'ready') / 1000).toFixed(2), target?.ready_s),
    withTarget(middle(one, 'blocking').toFixed(0), target?.blocking_ms),
    withTarget(middle(one, 'script_kb').toFixed(0), target?.script_kb),
    middle(one, 'all_kb').toFixed(0),
    middle(one, 'requests').toFixed(0),
    withTarget(middle(one, 'shift').toFixed(3), own ? targets.shift : undefined),
    middle(one, 'heap_mb').toFixed(1),
  ]
}

const head = [
  '',
  'first paint s',
  'ready s',
  'blocking ms',
  'scripts kB',
  'all kB',
  'requests',
  'shift',
  'heap MB',
]

/** The table of the cold openings, header first. */
export const rowsOf = (measured: readonly Measured[]): string[][] => [head, ...measured.map(row)]

export function pageOf({ measured, runs, cameras, idle, peer }: Figures): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  return `# Opened cold on a slow link

Printed by \`npm run bench:web -- --peer FOLDER\` in Chromium at 1440 × 900 pixels, with an empty cache, a
processor four times slower, 1.6 Mbit/s and 150 ms; median of ${runs} runs, the pages in turns. The street has
${cameras} cameras with their lots, the device 500 events. Machine: ${machine}; load average
${loadavg()[1]?.toFixed(1)} at the end. Behind a figure stands its target.

${markdownTable(rowsOf(measured))}

- **Ready**: the heading is shown, and on the dashboard the first picture of a camera, decoded; in the event
  list the newest event; at the peer its chart.
- **Blocking**: the part of each task beyond 50 ms. **Shift**: the sum of all layout shifts.
- **Scripts, all, requests**: as transferred, until the network rests.

${
  peer === undefined
    ? 'The peer was not measured: the bench had no `--peer FOLDER`.'
    : `The peer is the dashboard of ${peer}, built in the same run by its own \`vite build\` and served from
loopback, packed as ours. It reads no data and shows no picture. Its fonts lie on another host and are left
out.`
}

## Where the peer comes from

\`FOLDER\` is a checkout of \`satnaing/shadcn-admin\` with its packages installed. Nothing of it is kept here.

## Idle

${
  idle === undefined
    ? 'Not measured in this run.'
    : `${markdownTable([
        ['', 'opened kB', 'idle kB/min', 'requests/min'],
        [
          `dashboard, ${cameras} cameras`,
          idle.open_kb.toFixed(0),
          withTarget(idle.idle_kb.toFixed(0), targets.idle_kb),
          String(idle.idle_requests),
        ],
      ])}

In a minute without input, at full speed.`
}
`
}

/** Prints docs/bench/hand.md. */
import { cpus, loadavg } from 'node:os'
import { markdownTable, median, percentile } from '../support/figures.ts'
import type { Traffic } from './traffic.ts'

/** Milliseconds of an interaction, and of a bare click beside it. */
export type Felt = { name: string; ms: readonly number[]; floor: readonly number[] }

type Figures = {
  rounds: number
  motion_runs: number
  all: readonly Felt[]
  /** Rows of the table of frames. */
  moved: readonly (readonly string[])[]
  loaded: readonly Traffic[]
  /** The same interactions of the peer, in the same run. */
  peer: { name: string; all: readonly Felt[] } | undefined
}

const pair = (ms: readonly number[]) => [median(ms).toFixed(0), percentile(ms, 95).toFixed(0)]

export function pageOf({ rounds, motion_runs, all, moved, loaded, peer }: Figures): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  return `# Under the hand

Printed by \`npm run bench:hand\` in Chromium at a processor four times slower and 1440 × 900 pixels, on a
device with eight cameras, 120 events and a scene of 200 lots. Machine: ${machine}; load average
${loadavg()[1]?.toFixed(1)} at the end.

From the input to its paint (Event Timing), ${rounds} times each, in milliseconds. The browser rounds to 8 and
reports nothing below 16. Beside it a bare click on the heading of the same page. Target: p95 of 100 ms.

${markdownTable([
  ['', 'p50', 'p95', 'bare p50', 'bare p95'],
  ...all.map(({ name, ms, floor }) => [name, ...pair(ms), ...pair(floor)]),
])}

${peerTable(all, peer)}
Frames a second while the wheel turns or the pointer drags, median of ${motion_runs}. Target: 55.

${markdownTable([['', 'frames/s', 'p95 ms', 'longest ms'], ...moved])}

What a page loads over HTTP with an empty cache, and then in an idle minute, at full speed. Target: 100 kB a
minute.

${markdownTable([
  ['', 'opened kB', 'idle kB/min', 'requests/min'],
  ...loaded.map(({ name, open_kb, idle_kb, idle_requests }) => [
    name,
    open_kb.toFixed(0),
    idle_kb.toFixed(0),
    String(idle_requests),
  ]),
])}
`
}

function peerTable(all: readonly Felt[], peer: Figures['peer']): string {
  if (!peer) return ''
  const rows = peer.all.flatMap(({ name, ms }) => {
    const ours = all.find((one) => one.name === name)
    return ours ? [[name, ...pair(ours.ms), ...pair(ms)]] : []
  })
  return `
The same in ${peer.name}, in the same run:

${markdownTable([['', 'ours p50', 'ours p95', 'peer p50', 'peer p95'], ...rows])}
`
}

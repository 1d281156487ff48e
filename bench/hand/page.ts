/** The tables of `npm run bench:hand`: their titles in docs/bench/hand.md, columns and rows. */
import { loadavg } from 'node:os'
import { median, percentile } from '../support/figures.ts'
import type { Traffic } from './traffic.ts'

/** Milliseconds of an interaction, and of a bare click on the same page as the floor. */
export type InteractionTimes = { name: string; ms: readonly number[]; floor: readonly number[] }

export type Table = { title: string; columns: readonly string[]; rows: string[][] }

/** The load average of the last minute. It shows whether other programs slowed the measurement down. */
export const loadNow = (): string => loadavg()[0]!.toFixed(1)

const pair = (ms: readonly number[]) => [median(ms).toFixed(0), percentile(ms, 95).toFixed(0)]

export const interactionTable = (all: readonly (InteractionTimes & { load: string })[]): Table => ({
  title: 'From the input to its paint',
  columns: ['', 'p50', 'p95', 'bare p50', 'bare p95', 'load'],
  rows: all.map(({ name, ms, floor, load }) => [name, ...pair(ms), ...pair(floor), load]),
})

/** The interactions that both products have, measured in the same run. */
export const peerTable = (ours: readonly InteractionTimes[], theirs: readonly InteractionTimes[]): Table => ({
  title: 'Beside shadcn-admin',
  columns: ['', 'ours p50', 'ours p95', 'peer p50', 'peer p95'],
  rows: theirs.flatMap(({ name, ms }) => {
    const same = ours.find((one) => one.name === name)
    return same ? [[name, ...pair(same.ms), ...pair(ms)]] : []
  }),
})

export const framesTable = (rows: string[][]): Table => ({
  title: 'Frames',
  columns: ['', 'frames/s', 'p95 ms', 'longest ms', 'load'],
  rows,
})

export const trafficTable = (loaded: readonly Traffic[]): Table => ({
  title: 'Opened, and in an idle minute',
  columns: ['', 'opened kB', 'idle kB/min', 'requests/min'],
  rows: loaded.map(({ name, open_kb, idle_kb, idle_requests }) => [
    name,
    open_kb.toFixed(0),
    idle_kb.toFixed(0),
    String(idle_requests),
  ]),
})

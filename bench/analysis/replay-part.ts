/**
 * The part `replay`: processor time of the analysis program at one drawn camera with traffic, at the
 * program's own cadence, beside another build if one is given.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { createStreet, type Street } from '@parking/sim/street/street.ts'
import { root } from '#scripts/lib/root.mjs'
import { installedEnvironment } from './installed-environment.ts'
import type { Result, Row } from './parts.ts'
import { start } from './record-day.ts'
import type { Replay, Replayed } from './replay-program.ts'

type Traffic = {
  readonly name: string
  readonly lots: number
  /** Seconds between two movements, and of all. */
  readonly pace_s: number
  readonly all_s: number
}
const traffics: readonly Traffic[] = [
  { name: 'one lot, a movement each 40 s', lots: 1, pace_s: 40, all_s: 320 },
  { name: 'six lots, a movement each 20 s', lots: 6, pace_s: 20, all_s: 260 },
]

export async function replayPart(seed: number, other: string | undefined): Promise<Result> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const traffic of traffics) {
    const now = await replayed(root, seed, traffic)
    const before = other === undefined ? undefined : await replayed(other, seed, traffic)
    const ratio = before && costOf(now) / costOf(before)
    const saidOf = ({ processor_s, looks, events }: Replayed): string =>
      `${processor_s.toFixed(1)} s for ${looks} looks, ${events.length} events`
    rows.push([
      `processor time a look, ${traffic.name}: of that of the other build`,
      ratio === undefined ? '' : 'at most 0.5',
      ratio === undefined ? saidOf(now) : ratio.toFixed(2),
    ])
    const beside = before ? `; the other build ${saidOf(before)}` : ''
    notes.push(`**${traffic.name}**, ${traffic.all_s} s: ${saidOf(now)}${beside}`)
  }
  return { rows, notes }
}

const costOf = ({ processor_s, looks }: Replayed): number => processor_s / looks

async function replayed(build: string, seed: number, { lots, pace_s, all_s }: Traffic): Promise<Replayed> {
  let time = start
  const street = createStreet({ seed, traffic: false, now: () => time })
  const outlines = street.lots(0).slice(0, lots)
  const move = movements(street, outlines.length, pace_s)
  const child = fork(join(root, 'bench/analysis/replay-program.ts'), {
    env: { ...process.env, ...installedEnvironment() },
    execArgv: [...process.execArgv],
    serialization: 'advanced',
  })
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code) => reject(new Error(`The program ended with ${code}`)))
      child.on('message', async (said: number | Replayed) => {
        if (typeof said === 'object') return resolve(said)
        time = said
        move((time - start) / 1000)
        child.send(readFrame(await street.frame(0, 'C'))!.picture)
      })
      child.send({
        build,
        start,
        until: start + all_s * 1000,
        lots: outlines.map(({ lot_no, polygon }) => ({ lot_no, polygon, motor_num: 0, difficult: 0 })),
      } as Replay)
    })
  } finally {
    child.kill()
  }
}

/** Lets a car arrive in each lot in turn, and leave again. */
function movements(street: Street, lots: number, pace_s: number): (seconds: number) => void {
  let made = 0
  return (seconds) => {
    for (; made < Math.floor(seconds / pace_s); made++) {
      const lot = made % lots
      if (street.plates(0)[lot]!.length > 0) street.leave(0, lot)
      else street.arrive(0, lot)
    }
  }
}

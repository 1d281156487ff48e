/**
 * Part of `npm run bench`: the time from a second `npm start` until the console answers, as a median of five,
 * compared with a Node that does nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { median, printTable } from './support/figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-bench-start-'))
const env = { ...process.env, PARKING_DATA: join(folder, 'data'), PARKING_PORT: '18479' }

/** Milliseconds until the line with the address is printed; then stops everything. */
async function start(): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Console: http://')) break
  }
  const took = performance.now() - begun
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  return took
}

async function bareNode(): Promise<number> {
  const begun = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'exit')
  return performance.now() - begun
}

await start() // the first start builds and creates the data
const [second, floor]: [number[], number[]] = [[], []]
for (let run = 0; run < 5; run++) {
  second.push(await start())
  floor.push(await bareNode())
}
printTable([
  ['start, median of five', 'ms'],
  ['second npm start', median(second).toFixed(0)],
  ['floor: a bare node', median(floor).toFixed(0)],
])
rmSync(folder, { recursive: true, force: true })

/**
 * Run by `bench:analysis` as a process of its own: looks at pictures of four cameras in turn and prints what
 * they cost: seconds of processor for a look, and memory in MB.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadEyes } from '@parking/analysis/eyes/load-eyes.ts'
import { keyOf, type View } from '@parking/analysis/look/look.ts'

const [pictures = '', models = '', read = ''] = process.argv.slice(2)
const view = JSON.parse(readFileSync(join(pictures, 'view.json'), 'utf8')) as View
const files = readdirSync(pictures)
  .filter((name) => name.endsWith('.jpg'))
  .sort()
const loaded = await loadEyes({ folder: models })
const eyes = files.map((_, at) => loaded.open({ ...view, camera_sn: `C${at}` }))
const wanted = new Set(read === 'read' ? view.lots.map(keyOf).slice(0, 1) : [])

async function round(time: number): Promise<void> {
  for (const [at, file] of files.entries()) {
    // Read again each time: a camera's picture comes as bytes.
    await eyes[at]?.see(readFileSync(join(pictures, file)), time, wanted)
  }
}

await round(0)
const rounds = 5
const before = process.cpuUsage()
const began = performance.now()
for (let at = 1; at <= rounds; at++) await round(at * 10_000)
const { user, system } = process.cpuUsage(before)
const looks = rounds * files.length
process.stdout.write(
  JSON.stringify({
    cpu_s: (user + system) / 1e6 / looks,
    wall_s: (performance.now() - began) / 1000 / looks,
    rss_mb: process.memoryUsage().rss / 2 ** 20,
  }),
)
await loaded.close()

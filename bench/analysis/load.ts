/**
 * Run by `bench:analysis` in a separate process: observes pictures of four cameras in turn and prints the
 * cost, as CPU seconds for each look and memory in MB.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadVision } from '@parking/analysis/vision/load-vision.ts'
import { keyOf, type View } from '@parking/analysis/look/look.ts'

const [pictures = '', models = '', read = ''] = process.argv.slice(2)
const view = JSON.parse(readFileSync(join(pictures, 'view.json'), 'utf8')) as View
const files = readdirSync(pictures)
  .filter((name) => name.endsWith('.jpg'))
  .sort()
const loaded = await loadVision({ folder: models })
const vision = files.map((_, at) => loaded.open({ ...view, camera_sn: `C${at}` }))
const wanted = new Set(read === 'read' ? view.lots.map(keyOf).slice(0, 1) : [])

async function round(time: number): Promise<void> {
  for (const [at, file] of files.entries()) {
    // Read again each time, because a camera's picture arrives as bytes.
    await vision[at]?.observe(readFileSync(join(pictures, file)), time, wanted)
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

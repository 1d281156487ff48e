/** The part `cost`: CPU and memory of four cameras in a separate process, bundled like the program. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { createStreet } from '@parking/sim/street/street.ts'
import { root } from '#scripts/lib/root.mjs'
import type { Result } from './parts.ts'
import { installedEnvironment } from './installed-environment.ts'
import { start, viewOf } from './record-day.ts'

const cameras = 4
const looks_a_second = cameras / 10
/** As in the program's main.ts. */
const one_compilation = '--wasm-num-compilation-tasks=1'

export async function costPart(models: string, seed: number): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-vision-'))
  const street = createStreet({ cameras, seed, now: () => start })
  for (let camera = 0; camera < cameras; camera++)
    writeFileSync(join(folder, `${camera}.jpg`), await street.frame(camera, `C${camera}`))
  writeFileSync(join(folder, 'view.json'), JSON.stringify(viewOf(street, 0)))
  const out = join(root, '.cache/bench-analysis/load')
  await build({
    input: { load: join(root, 'bench/analysis/load.ts') },
    platform: 'node',
    external: (id) => /^[^./\0]/.test(id) && !/^(zod|@parking)(\/|$)/.test(id) && !id.startsWith(root),
    logLevel: 'warn',
    output: { dir: out, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  })
  const rows: Result['rows'][number][] = []
  for (const [name, flags, read] of [
    ['vision alone, as the program runs', [one_compilation], ''],
    ['the same, a plate in each look', [one_compilation], 'read'],
    ["with V8's first compiler alone, a plate in each look", ['--liftoff-only'], 'read'],
  ] as const) {
    const args = [...flags, join(out, 'load.mjs'), folder, models, read]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...installedEnvironment() },
    })
    const { cpu_s, rss_mb } = JSON.parse(stdout) as { cpu_s: number; rss_mb: number }
    const core = (cpu_s * looks_a_second).toFixed(2)
    rows.push([`4 cameras, a look each 10 s: ${name}`, '', `${core} core, ${rss_mb.toFixed(0)} MB`])
  }
  rmSync(folder, { recursive: true, force: true })
  return { rows, notes: [] }
}

/**
 * `npm run chaos [-- --events N --seed N --rate N --no-storage --write]`: proves that no event is lost
 * (docs/bench/chaos.md). The device runs on a small file system in a mount namespace of its own. If mounting
 * is not permitted, the full-disk fault is skipped with a warning. Exits with 1 if a check fails.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unitOf } from '@parking/sim/box.ts'
import { root } from '../scripts/lib/root.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { runChaos } from './chaos-run.ts'
import { readOptions } from '../scripts/lib/options.ts'

const { values } = readOptions(
  'npm run chaos -- [--events N] [--seed N] [--rate N] [--no-storage] [--write]',
  {
    options: {
      events: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      rate: { type: 'string' },
      'no-storage': { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      /** The folder of the small disk. The run sets it when it restarts itself inside the namespace. */
      disk: { type: 'string' },
    },
  },
)
const [events, seed] = [Number(values.events), Number(values.seed)]
const rate = Number(values.rate ?? (events > 5_000 ? 400 : 100))
if (![events, seed, rate].every((one) => Number.isInteger(one) && one > 0))
  throw new Error('--events, --seed and --rate must be whole numbers above 0')

if (values.disk === undefined) {
  console.log(`npm run chaos -- --events ${events} --seed ${seed}`)
  await buildWhatChanged(['server'])
  process.exitCode = await runOnSmallDisk()
} else
  process.exit(
    (await runChaos({
      seed,
      events,
      rate,
      folder: values.disk,
      unfillable_reason: process.env['CHAOS_BOUNDLESS'] || undefined,
      storage: !values['no-storage'],
      write: values.write,
      // In a long run few events are large or drawn on. A short run has a share of everything and does not
      // wait for timeouts.
      ...(events > 5_000
        ? { big_share: 1, drawn_share: 1, sample_ms: 1_000, release_stalled: false, max_behind: 3_000 }
        : { big_share: 8, drawn_share: 5, sample_ms: 200, release_stalled: true, max_behind: 40 }),
      program: [...unitOf(root).options, join(root, 'server/dist/main.js')],
    }))
      ? 0
      : 1,
  )

/**
 * The options of `unshare` that permit mounting, with the current privileges or as root of a user namespace.
 */
function namespace(): string[] | undefined {
  return [['--mount'], ['--user', '--map-root-user', '--mount']].find((how) => {
    try {
      execFileSync('unshare', [...how, 'sh', '-c', 'mount -t tmpfs -o size=1m chaos /mnt'], {
        stdio: 'ignore',
      })
      return true
    } catch {
      return false
    }
  })
}

async function runOnSmallDisk(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-chaos-'))
  const how = namespace()
  const me = [
    process.execPath,
    '--import',
    'tsx',
    join(root, 'chaos/run.ts'),
    ...process.argv.slice(2),
    '--seed',
    String(seed),
    '--disk',
    folder,
  ]
  // Twice the space of the data that a run produces; the ballast file fills the rest.
  const megabytes = Math.ceil(256 + events * 0.02)
  const mount = `mount -t tmpfs -o size=${megabytes}m chaos "$0" && exec "$@"`
  const unfillable_reason = how
    ? ''
    : 'SKIPPED: no file system may be mounted here, so the disk does not fill'
  if (!how) console.log(`!!! ${unfillable_reason} !!!`)
  const [program = '', ...args] = how ? ['unshare', ...how, 'sh', '-c', mount, folder, ...me] : me
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHAOS_BOUNDLESS: unfillable_reason },
  })
  const stop = () => child.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    return await new Promise((done) => child.on('error', () => done(2)).on('exit', (code) => done(code ?? 1)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

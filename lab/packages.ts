/**
 * `npm run lab:packages -- [--debian 12,13] [--only NAME,...] [--cuts N] [--seed N]`: proves the packages on
 * real Debians in a container: install from the signed repository, upgrades, going back, power cuts, removal.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run, runNode, Sentence, speak } from '../scripts/lib/run.mjs'
import { debianMirror } from './mirror.ts'
import { runInNamespaces } from './namespaces.ts'
import { buildVersions } from './packages/versions.ts'

const { values } = parseArgs({
  options: {
    debian: { type: 'string', default: '12,13' },
    only: { type: 'string' },
    cuts: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
})
/** Outside the checkout, accessible to root only. */
const cache = process.env['PARKING_LAB'] ?? '/var/tmp/parking-edge-lab'
const suites: Record<string, string> = { 12: 'bookworm', 13: 'trixie' }
/** What a box has before the product: no more than Debian's own services. */
const include =
  'systemd,systemd-sysv,dbus,polkitd,libpam-systemd,gpgv,ca-certificates,iproute2,procps,network-manager'

await speak(async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Sentence('The lab needs root on Linux.')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const built = await runNode('scripts/build.mjs', ['--stale'])
  if (built.code !== 0) throw new Sentence(`${built.output.trim()}\nThe product could not be built.`)
  await buildVersions(join(cache, 'versions'))
  for (const debian of values.debian.split(',')) {
    await makeDebian(debian)
    const args = [cache, '--debian', debian, '--cuts', values.cuts, '--seed', values.seed]
    const more = values.only ? ['--only', values.only] : []
    const code = await runInNamespaces('lab/packages/run-proofs.ts', [...args, ...more])
    if (code !== 0) process.exitCode = code
  }
})

async function makeDebian(debian: string): Promise<void> {
  const base = join(cache, `debian-${debian}`)
  const suite = suites[debian]
  if (suite === undefined) throw new Sentence(`There is no Debian ${debian} here: 12 or 13.`)
  if (existsSync(base)) return
  const args = ['--variant=minbase', `--include=${include}`, suite, `${base}.new`, await debianMirror()]
  const { code, output } = await run('debootstrap', args, { timeout_ms: 900_000 })
  if (code !== 0)
    throw new Sentence(`${output.trim().split('\n').slice(-15).join('\n')}\nNo Debian could be made.`)
  await run('mv', [`${base}.new`, base])
}

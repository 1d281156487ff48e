/**
 * `npm run lab [-- --only NAME,... --seed N --changes N --write]`: proves the device server on a real Debian
 * with systemd, in a container. Needs root on Debian. Packages, base Debian and build are prepared first; the
 * rest runs in new namespaces, which end with this process.
 */
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { runInNamespaces } from './namespaces.ts'
import { run, runNode, Sentence } from '../scripts/lib/run.mjs'

/** The required programs and the packages that contain them. */
const programs = {
  'systemd-nspawn': 'systemd-container',
  debootstrap: 'debootstrap',
  gpg: 'gpg',
  'dpkg-deb': 'dpkg',
  'dpkg-scanpackages': 'dpkg-dev',
  openssl: 'openssl',
  ip: 'iproute2',
  unshare: 'util-linux',
  setpriv: 'util-linux',
  nsenter: 'util-linux',
}

/** Keeps the base Debian between runs: outside the checkout, accessible to root only. */
const cache = process.env['PARKING_LAB'] ?? '/var/tmp/parking-edge-lab'

try {
  await ensurePrograms()
  await ensureRootfs()
  await buildProduct()
  process.exitCode = await runInNamespaces('lab/run-proofs.ts', [cache, ...process.argv.slice(2)])
} catch (error) {
  if (!(error instanceof Sentence)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function ensurePrograms(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Sentence(
      'The lab needs root on Linux: it boots a Debian in a container. npm test does without it.',
    )
  const missing = async () => {
    const found = await Promise.all(
      Object.keys(programs).map(async (name) =>
        (await run('sh', ['-c', `command -v ${name}`])).code === 0 ? [] : [name],
      ),
    )
    return found.flat() as (keyof typeof programs)[]
  }
  const missing_programs = await missing()
  if (missing_programs.length === 0) return
  const packages = [...new Set(missing_programs.map((name) => programs[name]))]
  const advice = `The lab needs ${missing_programs.join(', ')}: apt-get install ${packages.join(' ')}`
  if (!existsSync('/etc/debian_version')) throw new Sentence(advice)
  console.log(`getting ${packages.join(' ')}`)
  const { code, output } = await run(
    'apt-get',
    ['-qq', 'install', '-y', '--no-install-recommends', ...packages],
    { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  )
  if (code !== 0 || (await missing()).length > 0) throw new Sentence(`${output.trim()}\n${advice}`)
}

async function ensureRootfs(): Promise<void> {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const base = join(cache, 'base')
  if (existsSync(base)) return
  console.log('making a Debian (once, a minute or two)')
  const { code, output } = await run(
    'sh',
    [join(root, 'lab/rootfs.sh'), base, realpathSync(process.execPath)],
    { timeout_ms: 900_000 },
  )
  if (code !== 0)
    throw new Sentence(`${output.trim().split('\n').slice(-15).join('\n')}\nThe Debian could not be made.`)
}

async function buildProduct(): Promise<void> {
  const { code, output } = await runNode('scripts/build.mjs', ['--stale'])
  if (code !== 0) throw new Sentence(`${output.trim()}\nThe product could not be built.`)
}

/** The content of each package as a list of files, from the build, the lock file and `deploy/`. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../root.mjs'
import { folderOf, packagesFor, readLock, type Arch } from './lock.ts'
import { billFor } from './bill.ts'
import { treeName } from '#deploy/guard/version.mjs'

/** `to`: the absolute path on the box. The content is one of `from` (a file here), `text` and `link`. */
export type Entry = { to: string; mode: number } & (
  | { from: string }
  | { text: string }
  | { bytes: Buffer }
  | { link: string }
)

/** The files of an npm package that go to the box: code, data and licences. */
const needed = /\.(js|cjs|mjs|json|node|wasm)$|\.so(\.\d+)*$|^(licen[cs]e|notice|copying)[^/]*$/i
const not_needed = [
  /(^|\/)(tests?|spec|__tests__|examples?|bench|benchmarks?|docs|integration|scripts|bin)\//,
  /(^|\/)(tsconfig|package-lock|eslint\.config)\b[^/]*$|(^|\/)\./,
  /(^|\/)(cli|bin|build-test|optional)\.js$|(^|\/)node_modules\//,
  // The browser build of the MQTT client, and files for React Native in other packages.
  /^dist\/mqtt(\.esm|\.min)?\.js$|(^|\/)react-native\//,
]

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .toSorted()

/** Whether a file of a package goes to the box. */
function isNeeded(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return needed.test(name) && !not_needed.some((pattern) => pattern.test(file))
}

/** `time`: seconds since 1970, when the version was made. */
export type TreeOptions = { version: string; time: number }

/** Where the package has its version; the postinst links it into a folder named after the version. */
export const tree_place = '/usr/lib/parking-edge/package'

/**
 * The files of one version of the product: server, console, manual, analysis program, root helper and guard.
 */
export async function treeEntries(arch: Arch, { version, time }: TreeOptions): Promise<Entry[]> {
  const home = tree_place
  const tree = treeName(version)
  const entries: Entry[] = []
  const take = (from: string, to: string, wanted = (_: string) => true) => {
    for (const file of filesBelow(join(root, from)))
      if (wanted(file))
        entries.push({ to: `${home}/${to}/${file}`, mode: 0o644, from: join(root, from, file) })
  }
  const isCode = (file: string) => !file.endsWith('.map')
  take('server/dist', 'server/dist', (file) => isCode(file) && file !== 'sbom.json')
  take('server/migrations', 'server/migrations')
  take('server/fonts', 'server/fonts')
  take('console/dist', 'console/dist', (file) => isCode(file) && file !== 'security.txt')
  take('manual/dist', 'manual/dist')
  take('analysis/dist', 'analysis/dist', isCode)
  take('analysis/models', 'analysis/models')
  take('deploy/guard', 'guard')
  take('deploy/root-helper.d', 'root-helper.d')
  entries.push(
    { to: `${home}/root-helper`, mode: 0o755, from: join(root, 'deploy/root-helper') },
    { to: `${home}/device.md`, mode: 0o644, from: join(root, 'docs/install.md') },
    { to: `${home}/server/package.json`, mode: 0o644, text: manifest('server', { version, tree }) },
    { to: `${home}/analysis/package.json`, mode: 0o644, text: manifest('analysis', { version }) },
    { to: `${home}/console/dist/security.txt`, mode: 0o644, text: contacts(time) },
    { to: `${home}/server/dist/sbom.json`, mode: 0o644, text: billFor(arch, readLock()) },
  )
  for (const one of packagesFor(readLock(), ['server'], arch)) {
    const folder = await folderOf(one)
    for (const file of filesBelow(folder))
      if (isNeeded(file))
        entries.push({ to: `${home}/${one.path}/${file}`, mode: 0o644, from: join(folder, file) })
  }
  return entries
}

/**
 * The security contacts. Their expiry is computed from the time of the version, so that two builds are
 * identical.
 */
const contacts = (time: number): string =>
  readFileSync(join(root, 'console/dist/security.txt'), 'utf8').replace(
    /^Expires: .*$/m,
    `Expires: ${new Date(time * 1000 + 360 * 86_400_000).toISOString()}`,
  )

/** `tree`: the name of the version's folder, which the server reports to the guard of an upgrade. */
const manifest = (workspace: string, of: { version: string; tree?: string }): string => {
  const { name, type, imports } = JSON.parse(
    readFileSync(join(root, workspace, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  return `${JSON.stringify({ name, ...of, private: true, type, imports }, null, 2)}\n`
}

/** The files outside the folder of a version: units, rules, the command and the guard's launcher. */
export function systemEntries(): Entry[] {
  const deploy = (file: string, to: string, mode = 0o644): Entry => ({
    to,
    mode,
    from: join(root, 'deploy', file),
  })
  const units = readdirSync(join(root, 'deploy'))
    .filter((name) => /\.(service|timer|path)$/.test(name))
    .toSorted()
  const drop_ins = filesBelow(join(root, 'deploy')).filter((file) => /^[^/]+\.service\.d\//.test(file))
  return [
    ...units.map((unit) => deploy(unit, `/usr/lib/systemd/system/${unit}`)),
    ...drop_ins.map((file) => deploy(file, `/usr/lib/systemd/system/${file}`)),
    deploy('50-parking-edge.rules', '/usr/share/polkit-1/rules.d/50-parking-edge.rules'),
    deploy('debian/sysusers.conf', '/usr/lib/sysusers.d/parking-edge.conf'),
    deploy('debian/sysctl.conf', '/usr/lib/sysctl.d/50-parking-edge.conf'),
    deploy('guard-launcher', '/usr/lib/parking-edge/guard', 0o755),
    deploy('analysis-backoff', '/usr/lib/parking-edge/analysis-backoff', 0o755),
    deploy('network-take-over', '/usr/lib/parking-edge/network-take-over', 0o755),
    deploy('parking-edge', '/usr/sbin/parking-edge', 0o755),
    {
      to: '/usr/share/man/man8/parking-edge.8.gz',
      mode: 0o644,
      bytes: gzipSync(readFileSync(join(root, 'deploy/parking-edge.8')), { level: 9 }),
    },
    deploy('environment', '/etc/parking-edge/environment'),
    deploy('packages', '/etc/parking-edge/packages'),
  ]
}

/**
 * The files with which the unit starts the product's own analysis program. Another program may replace it.
 */
export const analysisEntries = (): Entry[] => [
  { to: '/usr/lib/parking-analysis/run', mode: 0o755, from: join(root, 'deploy/parking-analysis-run') },
]

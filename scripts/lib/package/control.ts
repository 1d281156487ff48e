/** The control data of the packages: what dpkg and lintian read, and the scripts that dpkg runs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../root.mjs'
import type { Arch } from './lock.ts'
import { node_version } from '../node/pinned-node.mjs'
import type { Entry } from './tree.ts'
import { treeName } from '#deploy/guard/version.mjs'

export type PackageKind = 'runtime' | 'tree' | 'stable' | 'analysis'
export type Named = { kind: PackageKind; package: string; version: string; arch: Arch | 'all' }

const maintainer = 'Parking edge <packages@parking-edge.example>'
const c_libraries = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1'

/** The names of the packages of one version. */
export const namesOf = (version: string, arch: Arch): Record<PackageKind, Named> => ({
  runtime: { kind: 'runtime', package: `parking-edge-node-${node_version}`, version: node_version, arch },
  tree: { kind: 'tree', package: `parking-edge-${treeName(version)}`, version, arch },
  stable: { kind: 'stable', package: 'parking-edge', version, arch: 'all' },
  analysis: { kind: 'analysis', package: 'parking-analysis', version, arch: 'all' },
})

const depends = (version: string): Record<PackageKind, Record<string, string>> => ({
  runtime: { Depends: c_libraries },
  tree: { Depends: `parking-edge-node-${node_version}, ${c_libraries}` },
  stable: {
    Depends: [
      `parking-edge-${treeName(version)} (= ${version})`,
      'systemd (>= 252)',
      'init-system-helpers (>= 1.54)',
      'polkitd',
      'ca-certificates',
      'gpgv',
    ].join(', '),
    Recommends: 'parking-analysis, ffmpeg, openssl, systemd-timesyncd | chrony',
    Suggests: 'network-manager, openvpn',
  },
  analysis: { Depends: `parking-edge (>= ${version})`, Enhances: 'parking-edge' },
})

const descriptions: Record<PackageKind, [string, string]> = {
  runtime: [
    'Node.js runtime of the parking edge box',
    'The program that runs server and analysis program, in the version they were tested with.',
  ],
  tree: [
    'one version of the parking edge box: server, console, analysis',
    'Versions lie side by side, so that the one before is there when a new one is not healthy.',
  ],
  stable: [
    'console and device server of a camera-based parking edge box',
    'Reports each entry and exit with its pictures to a platform. Holds the units and the guard ' +
      'that tries each new version and goes back by itself.',
  ],
  analysis: [
    'analysis program of the parking edge box',
    'Watches the cameras and reports entries and exits to the device server.',
  ],
}

/** `size`: the installed size in KiB. */
export function controlOf({ kind, package: name, version, arch }: Named, size: number, of: string): string {
  const fields: Record<string, string> = {
    Package: name,
    Version: version,
    Architecture: arch,
    Maintainer: maintainer,
    'Installed-Size': String(size),
    Section: 'misc',
    Priority: 'optional',
    ...depends(of)[kind],
  }
  const [short, long] = descriptions[kind]
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`)
  return `${lines.join('\n')}\nDescription: ${short}\n${wrap(long)}\n`
}

const wrap = (text: string): string =>
  (text.match(/.{1,76}(\s|$)/g) ?? []).map((line) => ` ${line.trim()}`).join('\n')

/** The scripts that dpkg runs, by name. */
export function scriptsOf({ kind, package: name, version }: Named): Record<string, string> {
  const files: Record<PackageKind, [string, readonly string[]]> = {
    runtime: ['', []],
    tree: ['tree', ['prerm']],
    stable: ['parking-edge', ['preinst', 'postinst', 'prerm', 'postrm']],
    analysis: ['parking-analysis', ['postinst', 'prerm', 'postrm']],
  }
  const [stem, scripts] = files[kind]
  return Object.fromEntries(scripts.map((script) => [script, filled(`${stem}.${script}`, name, version)]))
}

const filled = (file: string, name: string, version: string): string =>
  readFileSync(join(root, 'deploy/debian', file), 'utf8')
    .replaceAll('@VERSION@', version)
    .replaceAll('@TREE@', treeName(version))
    .replaceAll('@PACKAGE@', name)

/**
 * Licence, changelog and overrides, at the paths that Debian's policy requires. `time`: seconds since 1970.
 */
export function documentEntries({ kind, package: name, version }: Named, time: number): Entry[] {
  const folder = `/usr/share/doc/${name}`
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000')
  const changelog =
    `${name} (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md of the product.\n\n` +
    ` -- ${maintainer}  ${date}\n`
  const entries: Entry[] = [
    { to: `${folder}/copyright`, mode: 0o644, text: copyright(kind) },
    { to: `${folder}/changelog.gz`, mode: 0o644, bytes: gzipSync(changelog, { level: 9 }) },
  ]
  if (kind === 'stable')
    entries.push({
      to: `${folder}/CHANGELOG.md.gz`,
      mode: 0o644,
      bytes: gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
    })
  if (kind === 'runtime' || kind === 'tree')
    entries.push({
      to: `/usr/share/lintian/overrides/${name}`,
      mode: 0o644,
      text: filled(`lintian-overrides.${kind}`, name, version),
    })
  return entries
}

function copyright(kind: PackageKind): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8')
  const others =
    kind === 'runtime'
      ? 'Copyright Node.js contributors. Node.js is under the MIT licence, its parts under their own: see\n' +
        `/usr/lib/parking-edge-node/${node_version}/LICENSE.\n`
      : 'The licences of every part made by others are in server/dist/third-party.txt and\n' +
        'console/dist/third-party.txt of the version, the parts in sbom.json beside them.\n'
  return kind === 'runtime' ? others : `${own}\n${others}`
}

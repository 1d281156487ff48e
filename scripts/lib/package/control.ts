/** The control data of the packages: what dpkg and lintian read, and the scripts that dpkg runs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../root.mjs'
import type { Arch } from './lock.ts'
import { node_version } from '../node/pinned-node.mjs'
import type { Entry } from './tree.ts'
import { treeName } from '#deploy/guard/version.mjs'
import { releaseNotes } from './release.ts'

export type PackageKind = 'runtime' | 'product' | 'analysis'
export type Named = { kind: PackageKind; package: string; version: string; arch: Arch | 'all' }

const maintainer = 'Parking edge <packages@parking-edge.example>'
const c_libraries = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1'

/**
 * The packages of one version. Their names never change, because `apt-get upgrade` installs no new package:
 * it would keep back a version that needs one.
 */
export const namesOf = (version: string, arch: Arch): Record<PackageKind, Named> => ({
  runtime: { kind: 'runtime', package: 'parking-edge-node', version: node_version, arch },
  product: { kind: 'product', package: 'parking-edge', version, arch },
  analysis: { kind: 'analysis', package: 'parking-analysis', version, arch: 'all' },
})

const depends = (version: string): Record<PackageKind, Record<string, string>> => ({
  runtime: { Depends: c_libraries },
  product: {
    Depends: [
      `parking-edge-node (= ${node_version})`,
      c_libraries,
      'systemd (>= 252)',
      'init-system-helpers (>= 1.54)',
      'polkitd',
      'ca-certificates',
      'gpgv',
    ].join(', '),
    Recommends: 'parking-analysis, openssl, systemd-timesyncd | chrony',
    Suggests: 'ffmpeg, network-manager, openvpn',
  },
  analysis: { Depends: `parking-edge (>= ${version})`, Enhances: 'parking-edge' },
})

const descriptions: Record<PackageKind, [string, string]> = {
  runtime: [
    'Node.js runtime of the parking edge box',
    'The program that runs server and analysis program, in the version they were tested with.',
  ],
  product: [
    'console and device server of a camera-based parking edge box',
    'Reports each entry and exit with its pictures to a platform. A guard tries each new version beside ' +
      'the one before, and goes back by itself if it is not healthy.',
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
  if (kind === 'product')
    for (const language of ['zh', 'tw'])
      lines.push(`Release-Notes-${language}:\n${releaseNotes(notesFile(language), version)}`)
  return `${lines.join('\n')}\nDescription: ${short}\n${wrap(long)}\n`
}

const notesFile = (language: string): string =>
  readFileSync(join(root, `deploy/release-notes/${language}.md`), 'utf8')

const wrap = (text: string): string =>
  (text.match(/.{1,76}(\s|$)/g) ?? []).map((line) => ` ${line.trim()}`).join('\n')

/** The scripts that dpkg runs, by name. */
export function scriptsOf({ kind, package: name, version }: Named): Record<string, string> {
  const files: Record<PackageKind, [string, readonly string[]]> = {
    runtime: ['', []],
    product: ['parking-edge', ['preinst', 'postinst', 'prerm', 'postrm']],
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
  if (kind === 'product')
    entries.push({
      to: `${folder}/CHANGELOG.md.gz`,
      mode: 0o644,
      bytes: gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
    })
  if (kind !== 'analysis')
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
      ? 'Copyright 2009-2026 Node.js contributors. Node.js is under the MIT licence, its parts under\n' +
        'their own: see ' +
        '/usr/lib/parking-edge-node/LICENSE.\n'
      : 'The licences of every part made by others are in server/dist/third-party.txt and\n' +
        'console/dist/third-party.txt of the version, the parts in sbom.json beside them.\n'
  return kind === 'runtime' ? others : `${own}\n${others}`
}

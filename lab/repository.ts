/** A package and a signed apt repository, created with Debian's tools and served over HTTP. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkout } from './box.ts'
import { lan } from './lan.ts'
import { sh } from './sh.ts'

export type Repository = {
  readonly url: string
  /** The same packages without a signature. */
  readonly unsigned_url: string
  /** The public key, in a file for apt. */
  readonly keyring: string
  /** Stops serving the repository. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Builds this version of the analysis application and publishes it. */
  publish(version: string): Promise<void>
}

const port = 8081

export async function makeRepository(cache: string): Promise<Repository> {
  const folder = join(cache, 'repository')
  const home = join(cache, 'gnupg')
  for (const gone of [folder, home]) rmSync(gone, { recursive: true, force: true })
  for (const made of [join(folder, 'signed'), join(folder, 'unsigned')]) mkdirSync(made, { recursive: true })
  mkdirSync(home, { mode: 0o700 })
  const gpg = (...args: string[]) =>
    sh([
      'gpg',
      '--homedir',
      home,
      '--batch',
      '--yes',
      '--quiet',
      '--pinentry-mode',
      'loopback',
      '--passphrase',
      '',
      ...args,
    ])
  await gpg('--quick-generate-key', 'Lab <lab@packages.example>', 'ed25519', 'sign', 'never')
  const keyring = join(cache, 'parking-edge.gpg')
  await gpg('--output', keyring, '--export')

  let server: Server | undefined
  const serve = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer(({ url = '/' }, answer) => {
        const file = join(folder, new URL(url, 'http://x').pathname)
        if (!existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end()
        return answer
          .writeHead(200, { 'last-modified': statSync(file).mtime.toUTCString() })
          .end(readFileSync(file))
      })
      server.once('error', reject)
      server.listen(port, lan.client, () => resolve())
    })
  const stop = () =>
    new Promise<void>(
      (resolve) => (server?.closeAllConnections(), server?.close(() => resolve()) ?? resolve()),
    )
  await serve()

  return {
    url: `http://${lan.client}:${port}/signed`,
    unsigned_url: `http://${lan.client}:${port}/unsigned`,
    keyring,
    stop,
    start: serve,
    async publish(version) {
      for (const kind of ['signed', 'unsigned']) {
        const target = join(folder, kind)
        await buildPackage(join(cache, 'package'), target, version)
        const packages = await sh(['dpkg-scanpackages', '--multiversion', '.'], { cwd: target })
        const suite = join(target, 'dists/stable')
        mkdirSync(join(suite, list_folder), { recursive: true })
        writeFileSync(join(suite, list_folder, 'Packages'), packages)
        writeFileSync(join(suite, list_folder, 'Packages.gz'), gzipSync(packages))
        writeFileSync(join(suite, 'Release'), release(suite))
        if (kind === 'signed')
          await gpg('--clearsign', '--output', join(suite, 'InRelease'), join(suite, 'Release'))
      }
    },
  }
}

const list_folder = `main/binary-${process.arch === 'arm64' ? 'arm64' : 'amd64'}`

function release(suite: string): string {
  const lines = ['Packages', 'Packages.gz'].map((file) => {
    const name = `${list_folder}/${file}`
    const bytes = readFileSync(join(suite, name))
    return ` ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${name}`
  })
  return (
    'Origin: Parking edge lab\nLabel: lab\nSuite: stable\nCodename: stable\n' +
    `Date: ${new Date().toUTCString()}\nSHA256:\n` +
    `${lines.join('\n')}\n`
  )
}

/** The simulated analysis application as a Debian package. */
async function buildPackage(work: string, into: string, version: string): Promise<void> {
  rmSync(work, { recursive: true, force: true })
  const home = join(work, 'usr/lib/parking-analysis')
  mkdirSync(home, { recursive: true })
  mkdirSync(join(work, 'DEBIAN'))
  writeFileSync(
    join(work, 'DEBIAN/control'),
    `Package: parking-analysis\nVersion: ${version}\nArchitecture: all\nMaintainer: Lab ` +
      `<lab@packages.example>\nDescription: analysis application of the lab\n`,
  )
  // Slow enough for a test to observe an update in progress.
  script(
    join(work, 'DEBIAN/postinst'),
    '#!/bin/sh\nset -e\nsleep 3\nsystemctl try-restart parking-analysis.service || true\n',
  )
  script(join(home, 'run'), `#!/bin/sh\nexec /usr/local/bin/node ${checkout}/sim/dist/analysis.js\n`)
  writeFileSync(join(home, 'version'), `${version}\n`)
  if (readdirSync(into).includes(`parking-analysis_${version}_all.deb`)) return
  await sh(['dpkg-deb', '--root-owner-group', '--build', work, into])
}

function script(file: string, text: string): void {
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}

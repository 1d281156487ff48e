/** Runs the server of a row in a root of its own: a fresh layer over the packages over a bare Debian. */
import { spawn } from 'node:child_process'
import {
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { sh } from '../sh.ts'
import { until } from '../until.ts'
import { tls_files, type Row } from './row.ts'

export type Served = {
  root: string
  certificate: string
  version: string
  /** The end of what the server printed. */
  printed(): string
  stop(): Promise<void>
}

/**
 * Starts the server and waits until it listens; throws with what it printed if it does not.
 * @param folder a new one, on a file system that ends with the namespace: nothing is unmounted or deleted
 */
export async function serve(row: Row, base: string, layer: string, folder: string): Promise<Served> {
  const [root, upper, work] = ['root', 'upper', 'work'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const one of [root, upper, work]) mkdirSync(one, { recursive: true })
  const layers = `lowerdir=${layer}:${base},upperdir=${upper},workdir=${work}`
  await sh(['mount', '-t', 'overlay', 'overlay', '-o', layers, root])
  await sh(['mount', '-t', 'proc', 'proc', join(root, 'proc')])
  const inside = (...argv: string[]) => sh(['chroot', root, ...argv])
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost lab\n')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const { certificate, key } = tls_files
  await inside(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  )
  await inside('chmod', '644', key)
  for (const [path, text] of Object.entries(row.files ?? {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    // A link would lead out of the root.
    rmSync(join(root, path), { force: true })
    writeFileSync(join(root, path), text)
  }
  const version = await inside('dpkg-query', '-W', '-f', '${Version}', row.packages[0])
  const log = join(folder, 'printed.txt')
  const out = createWriteStream(log)
  const child = spawn('chroot', [root, 'sh', '-c', row.start], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(out, { end: false })
  const printed = () => readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n')
  async function stop(): Promise<void> {
    // Daemons leave their process group, but not their root.
    for (const pid of processesIn(root)) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
    await until(async () => processesIn(root).length === 0, 10_000, 'the server to end')
  }
  try {
    const { port } = row
    if (port !== undefined) await until(() => listens(port), 60_000, `${row.server} on port ${port}`, 200)
  } catch (error) {
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${printed()}`)
  }
  return { root, certificate: readFileSync(join(root, certificate), 'utf8'), version, printed, stop }
}

function processesIn(root: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/root`) === root ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

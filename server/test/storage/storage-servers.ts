/**
 * Real storages for tests, from Debian's packages and on loopback: OpenStack Swift with its S3 interface,
 * ProFTPD, and TLS before either. Long because each needs its whole configuration.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { unpackDebian } from '../debian.ts'
import type { Resolve } from '#src/core/outbound/address.ts'
import certificate from './storage-certificate.json' with { type: 'json' }

export type Running = { port: number; folder: string; stop(): Promise<void> }

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) =>
    child.exitCode !== null || child.signalCode !== null ? done() : child.once('exit', () => done()),
  )

/** These names are resolved to loopback, and no others. */
export const resolve: Resolve = (name, _, done) =>
  name.endsWith('.test')
    ? done(null, [{ address: name.startsWith('rebound.') ? '169.254.169.254' : '127.0.0.1', family: 4 }])
    : done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])

/**
 * Undefined if its packages are not available. `users` are tempauth's: `account_user` to `password groups`.
 */
export async function startSwift(
  domain: string,
  users: Record<string, string>,
): Promise<Running | undefined> {
  const swift = await unpackDebian('swift', [
    'swift-proxy',
    'swift-account',
    'swift-container',
    'swift-object',
    'memcached',
  ])
  const memcached = swift?.program('memcached')
  if (!swift || memcached === undefined || !existsSync('/usr/bin/python3')) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'parking-swift-'))
  const child = spawn(
    '/usr/bin/python3',
    [
      fileURLToPath(new URL('storage-swift.py', import.meta.url)),
      folder,
      memcached,
      domain,
      JSON.stringify(users),
    ],
    { env: swift.env, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const said = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (text: Buffer) => done(text.toString()))
    child.once('exit', () => fail(new Error('Swift did not start')))
  })
  return {
    port: (JSON.parse(said) as { port: number }).port,
    folder,
    async stop() {
      child.stdin.end()
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Adds TLS in front of a server without TLS. */
export const startTls = (port: number): Promise<Door> =>
  listening(
    createTlsServer({ cert: certificate.cert, key: certificate.key }, (socket) => {
      const on = connect(port, '127.0.0.1')
      socket.pipe(on).pipe(socket)
      for (const [one, other] of [
        [socket, on],
        [on, socket],
      ] as const)
        one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }),
  )

/** A server that handles each connection as a test defines. */
export const startRude = (greet: (socket: Socket) => void): Promise<Door> => listening(createServer(greet))

export type Door = { port: number; stop(): Promise<void> }

async function listening(server: Server): Promise<Door> {
  const open = new Set<Socket>()
  server.on('connection', (socket) =>
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket))),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      }),
  }
}

async function freePort(): Promise<number> {
  const door = await startRude(() => undefined)
  await door.stop()
  return door.port
}

export type Proftpd = Omit<Running, 'port'> & {
  plain: number
  explicit: number
  implicit: number
  home: string
}

/** The password of `kerb`, and its hash by `openssl passwd -5`. */
export const ftp_password = 'Kerb & 街 #2026'
const ftp_hash = '$5$PLnMtXLtDrI2QtpT$E.iA2O2pINOzIgxSoWgjRQ0Rxq1mp9HnX3bPIFX92B/'

/**
 * ProFTPD three times in one process: plain, with TLS after the greeting, with TLS from the first byte.
 * `kerb` may write to its home, and only read `locked`.
 */
export async function startProftpd(): Promise<Proftpd | undefined> {
  const unpacked = await unpackDebian('ftp', ['proftpd-core', 'proftpd-mod-crypto'])
  const program = unpacked?.program('proftpd')
  if (!unpacked || program === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'parking-ftp-'))
  const home = join(folder, 'home')
  mkdirSync(join(home, 'locked'), { recursive: true })
  // The daemon gives up root, if it has it, for the user who signs in.
  const uid = process.getuid?.() || 65_534
  if (process.getuid?.() === 0) for (const path of [folder, home]) chownSync(path, uid, uid)
  writeFileSync(join(folder, 'users'), `kerb:${ftp_hash}:${uid}:${uid}::${home}:/bin/sh\n`, { mode: 0o600 })
  writeFileSync(join(folder, 'tls.pem'), certificate.key + certificate.cert, { mode: 0o600 })
  const [plain, explicit, implicit] = [await freePort(), await freePort(), await freePort()]
  const who = execFileSync('id', ['-un']).toString().trim()
  const group = execFileSync('id', ['-gn']).toString().trim()
  const common = [
    `AuthOrder mod_auth_file.c`,
    `AuthUserFile ${join(folder, 'users')}`,
    'RequireValidShell off',
    'DefaultRoot ~',
    'WtmpLog off',
    'TransferLog none',
    'AllowOverwrite on',
    '<Directory ~/locked>',
    '<Limit WRITE>',
    'DenyAll',
    '</Limit>',
    '</Directory>',
  ]
  const tls = [
    'TLSEngine on',
    'TLSRequired on',
    `TLSECCertificateFile ${join(folder, 'tls.pem')}`,
    `TLSECCertificateKeyFile ${join(folder, 'tls.pem')}`,
  ]
  writeFileSync(
    join(folder, 'proftpd.conf'),
    [
      `ModulePath ${join(unpacked.root, 'usr/lib/proftpd')}`,
      'LoadModule mod_tls.c',
      'ServerType standalone',
      'ServerName test',
      `User ${who}`,
      `Group ${group}`,
      'UseReverseDNS off',
      'DelayEngine off',
      `PidFile ${join(folder, 'pid')}`,
      `ScoreboardFile ${join(folder, 'scoreboard')}`,
      `SystemLog ${join(folder, 'log')}`,
      'DefaultAddress 127.0.0.1',
      'SocketBindTight on',
      'UseIPv6 off',
      `Port ${plain}`,
      ...common,
      '<VirtualHost 127.0.0.1>',
      `Port ${explicit}`,
      ...common,
      ...tls,
      '</VirtualHost>',
      '<VirtualHost 127.0.0.1>',
      `Port ${implicit}`,
      ...common,
      ...tls,
      'TLSOptions UseImplicitSSL',
      '</VirtualHost>',
      '',
    ].join('\n'),
  )
  const child = spawn(program, ['-n', '-q', '-c', join(folder, 'proftpd.conf')], {
    env: unpacked.env,
    stdio: 'inherit',
  })
  await answered(plain, child)
  return {
    plain,
    explicit,
    implicit,
    home,
    folder,
    async stop() {
      child.kill()
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a connection succeeds, as long as the program runs. */
async function answered(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The program ended before it answered')
    const up = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket
        .once('data', () => (socket.destroy(), done(true)))
        .once('error', () => setTimeout(done, 20, false))
    })
    if (up) return
  }
}

/** Row 16: versions, ciphers, redirect, HSTS, and that two devices share no key. */
import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, getCiphers, type ConnectionOptions } from 'node:tls'
import { run } from '#scripts/lib/run.mjs'
import type { Attack } from '../support/lab.ts'
import type { Target } from '../support/target.ts'

export const transport: Attack = async ({ target, fresh }, row) => {
  for (const version of ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const) {
    const got = await handshake(target, { minVersion: version, maxVersion: version })
    const wanted = version === 'TLSv1.2' || version === 'TLSv1.3'
    row.check(
      `${version} is ${wanted ? 'spoken' : 'refused'}`,
      (got !== undefined) === wanted,
      got ?? 'refused',
    )
  }
  const accepted: string[] = []
  const all = getCiphers().filter((name) => !name.startsWith('tls_'))
  for (const cipher of all) {
    const got = await handshake(target, {
      maxVersion: 'TLSv1.2',
      ciphers: `${cipher.toUpperCase()}:@SECLEVEL=0`,
    })
    if (got !== undefined) accepted.push(cipher)
  }
  const weak = accepted.filter((name) => !/^ecdhe-ecdsa-.*(gcm|chacha20|ccm|sha256|sha384|sha)/.test(name))
  const broken = accepted.filter((name) => /rc4|des|null|export|anon|adh|md5|psk|srp/.test(name))
  row.check('TLS 1.2 has forward secrecy with every cipher', weak.length === 0, weak.join(' '))
  row.check('and no broken one', broken.length === 0, broken.join(' '))
  row.note(`of ${all.length} ciphers of TLS 1.2 it accepts ${accepted.join(' ')}`)
  await opensslScan(target, row)

  const redirect = await target.ask({
    method: 'GET',
    path: '/dashboard',
    headers: { accept: 'text/html' },
    plain: true,
  })
  row.check(
    'HTTP is redirected',
    redirect.status === 307 && redirect.headers.location?.startsWith('https:') === true,
  )
  const secure = await target.ask({ method: 'GET', path: '/login' })
  row.check(
    'no HSTS with a certificate of its own',
    secure.headers['strict-transport-security'] === undefined,
  )

  const [a, b] = fresh.map((one) => secretsOf(one))
  const keys = fresh.map(({ data }) => new X509Certificate(readFileSync(join(data, 'tls/own.pem'))))
  const [first, second] = keys.map((cert) =>
    cert.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'),
  )
  row.check('two devices have keys of their own', first !== second)
  row.check('and serial numbers', keys[0]?.serialNumber !== keys[1]?.serialNumber)
  const shared = [...a!]
    .filter(([file, text]) => text.length > 0 && b!.get(file) === text)
    .map(([file]) => file)
  row.check('no secret file is the same on two devices', shared.length === 0, shared.join(', '))
  const open = [...readable(target.data)]
  row.check(
    'every file of the data folder has mode 0600, every folder 0700',
    open.length === 0,
    open.join(', '),
  )
}

type Options = Pick<ConnectionOptions, 'minVersion' | 'maxVersion' | 'ciphers'>
function handshake({ port }: Target, options: Options): Promise<string | undefined> {
  return new Promise((resolve) => {
    try {
      const socket = connect({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        minVersion: 'TLSv1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
        ...options,
      })
      socket
        .once('secureConnect', () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
          socket.destroy()
        })
        .once('error', () => resolve(undefined))
    } catch {
      resolve(undefined) // this client does not support the cipher
    }
  })
}

async function opensslScan({ port }: Target, row: Parameters<Attack>[1]): Promise<void> {
  const openssl = async (...args: string[]) =>
    run('sh', ['-c', `openssl s_client -connect 127.0.0.1:${port} "$@" </dev/null 2>&1`, 'sh', ...args])
  const { code, output } = await openssl()
  if (code === 127) return row.notRun('openssl s_client is not installed here')
  row.check(
    'openssl: TLS 1.3 without compression',
    /TLSv1\.3/.test(output) && !/Compression: (?!NONE)/.test(output),
  )
  row.check(
    'openssl: secure renegotiation only',
    /Secure Renegotiation IS (NOT )?supported|TLSv1\.3/i.test(output),
  )
  const old = await openssl('-tls1_1', '-cipher', 'DEFAULT:@SECLEVEL=0')
  row.check(
    'openssl: TLS 1.1 is refused',
    !/Cipher is [A-Z]/.test(old.output.replace(/Cipher is \(NONE\)/, '')),
  )
}

/** The files whose content must be a secret of one device. */
function secretsOf({ data }: Target): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of ['secret.key', 'tls/own.key', 'audit.key', 'media.key', 'device.key'])
    if (existsSync(join(data, path))) found.set(path, readFileSync(join(data, path), 'hex'))
  return found
}

/** The files that other users of this machine could read, without the folder of the simulated machine. */
function* readable(folder: string, at = ''): Generator<string> {
  for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
    const path = join(at, entry.name)
    if (path === 'machine') continue
    if (!entry.isSymbolicLink() && (statSync(join(folder, path)).mode & 0o077) !== 0) yield path
    if (entry.isDirectory()) yield* readable(folder, path)
  }
}

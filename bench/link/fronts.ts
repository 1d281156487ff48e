/** Ports at the far end of the link that lead to a server of the same machine. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

/** `file`: the certificate as a file, for curl. */
export type Certificate = { cert: string; key: string; file: string }

/** A self-signed certificate for this address. */
export function certificateFor(address: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-cert-'))
  const [file, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const asked = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  const named = [
    '-subj',
    '/CN=bench',
    '-addext',
    `subjectAltName=IP:${address}`,
    '-keyout',
    key,
    '-out',
    file,
  ]
  execFileSync('openssl', [...asked, ...named], { stdio: 'ignore' })
  return { cert: readFileSync(file, 'utf8'), key: readFileSync(key, 'utf8'), file }
}

type At = { host: string; port: number }

/** Passes on what comes to `at`, in clear or, with a certificate, encrypted. Resolves when it listens. */
export async function openFront(at: At, to: At, certificate?: Certificate): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  const pass = (socket: Socket): void => {
    const inner = connect(to)
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.once('close', () => open.delete(one))
    }
  }
  const server = certificate ? createTlsServer(certificate, pass) : createServer(pass)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(at.port, at.host, () => resolve())
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
}

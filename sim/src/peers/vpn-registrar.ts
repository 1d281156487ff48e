/**
 * The VPN registrar of docs/vpn.md, in memory and on loopback: it exchanges a one-time key for an account.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `accept` answers correctly; `refuse` rejects every key; `silent` never answers; `junk` answers an HTML
 * page; `redirect` redirects; `error` answers HTTP 500; `hostile` sends a configuration that runs a program;
 * `huge` sends more than a client should read; `quoted` answers correctly, on a page with a byte order mark
 * and with the code in quotes; `empty` answers HTTP 204; `forbidden` answers HTTP 403 itself, `portal` a page
 * of a proxy with that status.
 */
export type RegistrarBehaviour =
  | 'accept'
  | 'refuse'
  | 'silent'
  | 'junk'
  | 'redirect'
  | 'error'
  | 'hostile'
  | 'huge'
  | 'quoted'
  | 'empty'
  | 'forbidden'
  | 'portal'

export type Registration = { host_sn: string; name: string }
export type VpnRegistrar = {
  readonly host: string
  readonly port: number
  /** The register address to enter. */
  readonly url: string
  behaviour: RegistrarBehaviour
  /** Lines added to every configuration that it hands out. */
  extra_lines: string
  /** A key that can be used once. */
  newKey(): string
  readonly registered: Registration[]
  /** Requests to any other path: a client must not follow redirects. */
  readonly unexpected_requests: string[]
  stop(): Promise<void>
}
export type RegistrarOptions = { host?: string; port?: number }

/** Starts the registrar; resolves when it listens. */
export async function startVpnRegistrar({
  host = '127.0.0.1',
  port: wanted = 0,
}: RegistrarOptions = {}): Promise<VpnRegistrar> {
  const keys = new Set<string>()
  const registered: Registration[] = []
  const unexpected_requests: string[] = []
  const registrar = {
    host,
    port: wanted,
    behaviour: 'accept' as RegistrarBehaviour,
    extra_lines: '',
    registered,
    unexpected_requests,
    get url() {
      return `http://${host}:${this.port}`
    },
    newKey() {
      const key = `key-${randomBytes(6).toString('hex')}`
      keys.add(key)
      return key
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  )
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Its root page hands out a key to anyone who opens it.
    if (request.method === 'GET' && request.url === '/')
      return void response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
        .end(`Register address: ${registrar.url}\nOne-time key:     ${registrar.newKey()}\n`)
    const body = await read(request)
    if (request.url !== '/register' || request.method !== 'POST') {
      unexpected_requests.push(`${request.method ?? ''} ${request.url ?? ''}`)
      return json(response, 404, { code: 3000, message: 'no such address', data: {} })
    }
    if (registrar.behaviour === 'silent') return
    if (registrar.behaviour === 'junk')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Please sign in to the guest network</body></html>')
    if (registrar.behaviour === 'redirect')
      return void response.writeHead(302, { location: `${registrar.url}/elsewhere` }).end()
    if (registrar.behaviour === 'error')
      return json(response, 500, { code: 9000, message: 'the database is not available', data: {} })
    if (registrar.behaviour === 'empty') return void response.writeHead(204).end()
    if (registrar.behaviour === 'forbidden')
      return json(response, 403, { code: 4001, message: 'this key is locked', data: {} })
    if (registrar.behaviour === 'portal')
      return void response
        .writeHead(403, { 'content-type': 'text/html' })
        .end('<html><body><h1>403 Forbidden</h1></body></html>')
    if (registrar.behaviour === 'huge')
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"code":0,"message":"${'x'.repeat(1024 * 1024)}"}`)
    const asked = body as { host_sn?: unknown; name?: unknown; key?: unknown } | undefined
    if (typeof asked?.host_sn !== 'string' || typeof asked.name !== 'string' || typeof asked.key !== 'string')
      return json(response, 200, { code: 1000, message: 'host_sn, name and key are required', data: {} })
    if (registrar.behaviour === 'refuse' || !keys.delete(asked.key))
      return json(response, 200, {
        code: 4001,
        message: `this key is unknown or was used before: ${asked.key}`,
        data: {},
      })
    registered.push({ host_sn: asked.host_sn, name: asked.name })
    const content =
      configOf(asked.host_sn, registrar.extra_lines) +
      (registrar.behaviour === 'hostile' ? 'up "/bin/sh -c reboot"\n' : '')
    const data = { file_name: 'parking.ovpn', content }
    if (registrar.behaviour === 'quoted')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`\ufeff${JSON.stringify({ code: '0', message: 'ok', data })}`)
    json(response, 200, { code: 0, message: 'ok', data })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  registrar.port = (server.address() as AddressInfo).port
  return registrar
}

const configOf = (name: string, extra: string): string => `# ${name.replace(/[^\w.-]/g, '_')}
client
dev tun
proto udp
remote 127.0.0.1 1194
nobind
persist-key
remote-cert-tls server
data-ciphers AES-256-GCM
route 10.20.0.0 255.255.0.0
${extra}<ca>
-----BEGIN CERTIFICATE-----
c2ltdWxhdGVk
-----END CERTIFICATE-----
</ca>
<cert>
-----BEGIN CERTIFICATE-----
c2ltdWxhdGVk
-----END CERTIFICATE-----
</cert>
<key>
-----BEGIN PRIVATE KEY-----
c2ltdWxhdGVk
-----END PRIVATE KEY-----
</key>
`

const json = (response: ServerResponse, status: number, body: object): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))

async function read(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    return undefined
  }
}

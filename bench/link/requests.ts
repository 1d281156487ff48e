/** The requests that the peers have answered, and curl that sends them again. */
import { spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { FtpPeer } from '@parking/sim/peers/storage/ftp-peer.ts'

/** A request that a peer has answered; `kind` says to which peer and connection of curl it belongs. */
export type Sent = {
  kind: 'object' | 'event' | 'file'
  method: string
  /** The path at the peer. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  status: number
  at: number
}

/** Notes each event and object that a peer answers, with the bytes of its body; returns the live list. */
export function recordRequests(platform_port: number, storage_port: number): Sent[] {
  const answered: Sent[] = []
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const kind =
      request.socket.localPort === storage_port && request.method === 'PUT'
        ? 'object'
        : request.socket.localPort === platform_port && request.url === '/v1/events'
          ? 'event'
          : undefined
    if (!kind) return
    const parts: Buffer[] = []
    const push = request.push.bind(request)
    request.push = (part: Buffer | null) => {
      if (part) parts.push(part)
      return push(part)
    }
    const { method = '', url: path = '', headers } = request
    response.on('finish', () =>
      answered.push({
        kind,
        method,
        path,
        headers,
        body: Buffer.concat(parts),
        status: response.statusCode,
        at: performance.now(),
      }),
    )
  })
  return answered
}

/** Notes each file in the list once it has its name. */
export function recordFiles(peer: FtpPeer, answered: Sent[]): void {
  const seen = new Set<string>()
  peer.change = (reply, verb) => {
    if (verb === 'RNTO' && reply.startsWith('250'))
      for (const [path, body] of peer.files)
        if (!path.endsWith('.part') && !seen.has(path)) {
          seen.add(path)
          answered.push({
            kind: 'file',
            method: 'STOR',
            path,
            headers: {},
            body,
            status: 200,
            at: performance.now(),
          })
        }
    if (peer.files.size === 0) seen.clear()
    return reply
  }
}

/** Where curl sends the requests of a kind; `authority`: the file of the certificate that it trusts. */
export type Places = { http: string; authority?: string; ftp?: string }

/**
 * Sends the same requests, all kinds at once, over as many kept connections as the device uses: 2 for objects
 * and files, 4 for events. A file is written under another name and renamed, as the device does it. Throws
 * unless every answer is good.
 */
export async function repeatWithCurl(sent: readonly Sent[], places: Places): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-curl-'))
  const of = (kind: Sent['kind']) => sent.filter((one) => one.kind === kind)
  const saved = (body: Buffer, name: string): string => {
    writeFileSync(join(folder, name), body)
    return join(folder, name)
  }
  const byHttp = (kind: Sent['kind']) =>
    of(kind).map(({ method, path, headers, body }, at) =>
      [
        `url = "${places.http}://${headers.host}${path}"`,
        ...(places.authority === undefined ? [] : [`cacert = "${places.authority}"`]),
        `request = ${method}`,
        ...Object.entries(headers)
          .filter(([name]) => !['connection', 'content-length', 'transfer-encoding'].includes(name))
          .map(([name, value]) => `header = ${JSON.stringify(`${name}: ${String(value)}`)}`),
        `header = "Expect:"`,
        `data-binary = "@${saved(body, `${kind}-${at}`)}"`,
      ].join('\n'),
    )
  const byFtp = of('file').map(({ path, body }, at) =>
    [
      `url = "${places.ftp}${dirname(path)}/${basename(path)}.part"`,
      `upload-file = "${saved(body, `file-${at}`)}"`,
      'ftp-create-dirs',
      `quote = "-RNFR ${basename(path)}.part"`,
      `quote = "-RNTO ${basename(path)}"`,
    ].join('\n'),
  )
  // curl keeps one connection for FTP: each half of the files has a curl of its own.
  await Promise.all([
    runCurl(join(folder, 'objects'), byHttp('object'), 2, 200),
    runCurl(join(folder, 'events'), byHttp('event'), 4, 200),
    ...[0, 1].map((half) =>
      runCurl(
        join(folder, `files-${half}`),
        byFtp.filter((_, at) => at % 2 === half),
        1,
        250,
      ),
    ),
  ])
  rmSync(folder, { recursive: true, force: true })
}

async function runCurl(config: string, parts: string[], connections: number, good: number): Promise<void> {
  if (parts.length === 0) return
  const each = ['output = /dev/null', String.raw`write-out = "%{http_code} %{num_connects}\n"`]
  writeFileSync(config, parts.map((part) => [part, ...each].join('\n')).join('\nnext\n'))
  const at_once = ['--parallel', '--parallel-immediate', '--parallel-max', String(connections)]
  const options = ['--no-progress-meter', ...(connections > 1 ? at_once : []), '--config', config]
  const curl = spawn('curl', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let answers = ''
  curl.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text))
  const [code] = (await once(curl, 'close')) as [number]
  const made = answers
    .trim()
    .split('\n')
    .map((answer) => answer.split(' ').map(Number))
  if (code !== 0 || made.length !== parts.length || made.some(([status]) => status !== good))
    throw new Error(`curl ended with ${code}: ${answers}`)
  // Each file has a data connection beside the one that is kept.
  const opened = made.reduce((sum, [, connects = 0]) => sum + connects, 0)
  if (opened > connections + (good === 250 ? parts.length : 0))
    throw new Error(`curl opened ${opened} connections`)
}

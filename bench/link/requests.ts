/** The requests that the peers have answered, and curl that sends them again. */
import { spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A request that a peer has answered; `kind` says to which peer and connection of curl it belongs. */
export type Sent = {
  kind: 'object' | 'event'
  request: IncomingMessage
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
    response.on('finish', () =>
      answered.push({
        kind,
        request,
        body: Buffer.concat(parts),
        status: response.statusCode,
        at: performance.now(),
      }),
    )
  })
  return answered
}

/**
 * Sends the same requests with one curl for each peer, both at once, each over as many kept connections as
 * the device uses: 2 for objects, 4 for events. Throws unless every answer is 200.
 */
export async function repeatWithCurl(sent: readonly Sent[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-curl-'))
  const asOne = async (kind: Sent['kind'], connections: number): Promise<void> => {
    const parts = sent
      .filter((one) => one.kind === kind)
      .map(({ request, body }, at) => {
        const file = join(folder, `${kind}-${at}`)
        writeFileSync(file, body)
        const headers = Object.entries(request.headers)
          .filter(([name]) => !['connection', 'content-length', 'transfer-encoding'].includes(name))
          .map(([name, value]) => `header = ${JSON.stringify(`${name}: ${String(value)}`)}`)
        return [
          `url = "http://${request.headers.host}${request.url}"`,
          `request = ${request.method}`,
          ...headers,
          `header = "Expect:"`,
          `data-binary = "@${file}"`,
          'output = /dev/null',
          String.raw`write-out = "%{http_code} %{num_connects}\n"`,
        ].join('\n')
      })
    if (parts.length === 0) return
    writeFileSync(join(folder, kind), parts.join('\nnext\n'))
    const options = [
      '--no-progress-meter',
      '--parallel',
      '--parallel-immediate',
      '--parallel-max',
      String(connections),
    ]
    const curl = spawn('curl', [...options, '--config', join(folder, kind)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let answers = ''
    curl.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text))
    const [code] = (await once(curl, 'close')) as [number]
    const made = answers
      .trim()
      .split('\n')
      .map((answer) => answer.split(' ').map(Number))
    const opened = made.reduce((sum, [, connects = 0]) => sum + connects, 0)
    if (code !== 0 || made.length !== parts.length || made.some(([status]) => status !== 200))
      throw new Error(`curl ended with ${code}: ${answers}`)
    if (opened > connections) throw new Error(`curl opened ${opened} connections`)
  }
  await Promise.all([asOne('object', 2), asOne('event', 4)])
  rmSync(folder, { recursive: true, force: true })
}

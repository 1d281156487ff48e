/**
 * A proxy that does what nginx does with a bare `proxy_pass`: HTTP/1.0 to the device, Host of the device, no
 * Upgrade, one connection for each request, and an answer that is passed on once it is complete.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Headers of one connection only (RFC 9110 §7.6.1), and those that the proxy writes itself. */
const own = new Set(['host', 'connection', 'upgrade', 'keep-alive', 'transfer-encoding', 'content-length'])

/**
 * Starts the proxy on a free port of 127.0.0.1.
 * @param address of the device
 * @param drop headers that a browser does not send where the proxy has neither HTTPS nor a loopback address
 */
export async function startStockProxy(address: string, drop: readonly string[] = []) {
  const device = new URL(address)
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked)
    const upstream = connect(Number(device.port), device.hostname)
    upstream.on('error', () => answer.writeHead(502).end('<h1>502 Bad Gateway</h1>'))
    upstream.write(headOf(asked, body.length, drop))
    upstream.write(body)
    const got = await buffer(upstream)
    const end = got.indexOf('\r\n\r\n')
    const [status_line = '', ...lines] = got.subarray(0, end).toString('latin1').split('\r\n')
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
      if (!own.has(name.toLowerCase())) answer.appendHeader(name, value)
    }
    answer.writeHead(Number(status_line.split(' ')[1])).end(got.subarray(end + 4))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function headOf(asked: IncomingMessage, length: number, dropped: readonly string[]): string {
    const lines = Object.entries(asked.headersDistinct).flatMap(([name, values = []]) =>
      own.has(name) || dropped.includes(name) ? [] : values.map((value) => `${name}: ${value}`),
    )
    const first = `${asked.method} ${asked.url} HTTP/1.0`
    const head = [first, `Host: ${device.host}`, 'Connection: close', `Content-Length: ${length}`, ...lines]
    return `${head.join('\r\n')}\r\n\r\n`
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * A client that can send what no browser would: any header, from any loopback address, with or without TLS.
 */
import { Agent as PlainAgent, request as plainRequest, type IncomingHttpHeaders } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'

export type Ask = {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The loopback address to send from. */
  from?: string
  /** Without TLS. */
  plain?: boolean
}
export type Heard = { status: number; headers: IncomingHttpHeaders; body: string; ms: number }
export type Client = (ask: Ask) => Promise<Heard>

/**
 * `authority` reads the device's own certificate, the only one that the client trusts. The device renews it
 * for a new address.
 */
export function openClient(port: number, authority: () => string): Client {
  const keep = { keepAlive: true, maxSockets: 24 }
  const tlsNow = () => ({
    ca: authority(),
    // Checks the certificate's address regardless of the Host header.
    checkServerIdentity: (_: string, cert: PeerCertificate) => checkServerIdentity('127.0.0.1', cert),
  })
  const plain_agent = new PlainAgent(keep)
  let tls = tlsNow()
  let agent = new Agent({ ...keep, ...tls })
  const send = (asked: Ask, renewed = false): Promise<Heard> => {
    const { method = 'POST', path = '/', headers = {}, body, from, plain = false } = asked
    const since = performance.now()
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
        // Another source address needs a connection of its own.
        ...(from === undefined
          ? { agent: plain ? plain_agent : agent }
          : { localAddress: from, agent: false as const, ...tls }),
      }
      let answered = false
      const request = (plain ? plainRequest : secureRequest)(options, (answer) => {
        answered = true
        const chunks: Buffer[] = []
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString('utf8'),
              ms: performance.now() - since,
            }),
          )
      })
      request
        .on('error', (error: NodeJS.ErrnoException) => {
          // The device answers a body that is too large before it has come, and closes.
          if (answered) return
          // The device may close an idle connection at the moment it is reused.
          if (request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) resolve(send(asked))
          else if (error.code === 'DEPTH_ZERO_SELF_SIGNED_CERT' && !renewed) {
            tls = tlsNow()
            agent = new Agent({ ...keep, ...tls })
            resolve(send(asked, true))
          } else reject(error)
        })
        .end(body)
    })
  }
  return (asked) => send(asked)
}

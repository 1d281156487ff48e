/**
 * A client in the network of the box. Makes calls of the contract, each over a new connection and with a
 * timeout.
 */
import { request } from 'node:https'
import { calls, code, type Answer, type Body, type CallName } from '@parking/contract'

export type Reply<Name extends CallName> = {
  code: number
  message: string
  data: Answer<Name> & { reason?: string; detail?: string }
}

export class ApiClient {
  address: string
  token = ''
  readonly port = 8080
  /** The cookie that the token is bound to. An installer's script presents it at another address too. */
  #cookie = ''

  constructor(address: string) {
    this.address = address
  }

  /** Returns the reply, whatever its code; throws if there is none. */
  ask<Name extends CallName>(
    name: Name,
    body: Body<Name>,
    { timeout_ms = 10_000, address = this.address }: { timeout_ms?: number; address?: string } = {},
  ): Promise<Reply<Name>> {
    const { path, method } = calls[name]
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: address,
          port: this.port,
          path,
          method,
          agent: false,
          // Stands in for an installer who has compared the fingerprint of the box's self-signed certificate.
          rejectUnauthorized: false,
          signal: AbortSignal.timeout(timeout_ms),
          headers: {
            ...(method === 'POST' && { 'content-type': 'application/json' }),
            ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
            ...(this.#cookie !== '' && { cookie: this.#cookie }),
          },
        },
        (answer) => {
          const bound = answer.headers['set-cookie']?.find((set) => set.startsWith('__Host-'))
          if (bound !== undefined) this.#cookie = bound.split(';')[0] ?? ''
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (part: string) => void (text += part))
          answer.on('error', reject)
          answer.on('end', () => {
            try {
              resolve(JSON.parse(text) as Reply<Name>)
            } catch {
              reject(new Error(`${name}: no envelope: ${text.slice(0, 100)}`))
            }
          })
        },
      )
      asked.on('error', reject)
      asked.end(method === 'POST' ? JSON.stringify(body) : undefined)
    })
  }

  /** Returns the data of a call that must succeed. */
  async get<Name extends CallName>(
    name: Name,
    body: Body<Name>,
    options?: { timeout_ms?: number; address?: string },
  ): Promise<Answer<Name>> {
    const reply = await this.ask(name, body, options)
    if (reply.code !== code.success)
      throw new Error(
        `${name}: code ${reply.code}: ${reply.message} ${JSON.stringify(reply.data ?? null).slice(0, 600)}`,
      )
    return reply.data
  }

  /** Whether the server answers a signed-in call at this address. */
  async reaches(address: string, timeout_ms = 700): Promise<boolean> {
    return (
      (await this.ask('get_trial', {}, { timeout_ms, address }).catch(() => undefined))?.code === code.success
    )
  }
}

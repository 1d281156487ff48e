/** A client of the calls over TLS, as a browser makes them: with a token and the cookie it is bound to. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { calls, code, type Answer, type Body, type CallName } from '@parking/contract'
import { test_password } from '../device.ts'

export type Client = <Name extends CallName>(name: Name, body: Body<Name>) => Promise<Answer<Name>>

/** Signs `admin` in. A call that is refused throws. */
export async function openClient(port: number, ca: () => string): Promise<Client> {
  let headers: Record<string, string> = { 'content-type': 'application/json' }
  const call: Client = async (name, body) => {
    const { path, method } = calls[name]
    const asked = request({ host: '127.0.0.1', port, path, method, headers, ca: ca(), agent: false })
    asked.end(JSON.stringify(body))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    let text = ''
    for await (const part of answer) text += String(part)
    const cookie = answer.headers['set-cookie']?.map((set) => set.split(';')[0]).join('; ')
    if (cookie) headers = { ...headers, cookie }
    const { data, ...rest } = JSON.parse(text) as { code: number; data: Answer<typeof name> }
    if (rest.code !== code.success) throw new Error(`${name}: ${text}`)
    return data
  }
  const { token } = await call('login', { username: 'admin', password: test_password })
  headers = { ...headers, authorization: `Bearer ${token}` }
  return call
}

/** POSTs JSON as a program does: over HTTP, or over HTTPS with the cookies that a session is bound to. */
import { request } from 'node:https'

type Post = (path: string, body: unknown, headers: Record<string, string>) => Promise<unknown>

export const postTo = (address: string): Post =>
  address.startsWith('https:') ? secure(address) : plain(address)

const plain =
  (address: string): Post =>
  async (path, body, headers) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    return answer.json()
  }

function secure(address: string): Post {
  const cookies = new Map<string, string>()
  return (path, body, headers) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const options = {
        method: 'POST',
        // The device has just created its certificate; tls/https.test.ts checks it.
        rejectUnauthorized: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
      }
      request(address + path, options, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (name !== undefined && value !== undefined) cookies.set(name, value)
        }
        let heard = ''
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (heard += part))
          .on('error', reject)
          .on('end', () => resolve(JSON.parse(heard)))
      })
        .on('error', reject)
        .end(text)
    })
}

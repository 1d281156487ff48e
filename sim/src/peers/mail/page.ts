/** A web page with the mails received. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReceivedMail } from './mail.ts'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  color: #1f2328 }
article { border: 1px solid #d0d7de; border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0 }
h2 { font-size: 1rem; margin: 0 }
p { margin: .25rem 0; color: #57606a; font-size: .8125rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }`

function articleOf({ subject, sender, recipients, encrypted, user, text, at_ms }: ReceivedMail): string {
  const facts = [
    `${escaped(sender)} → ${escaped(recipients.join(', '))}`,
    encrypted ? 'encrypted' : 'in the clear',
    ...(user === '' ? [] : [`signed in as ${escaped(user)}`]),
    new Date(at_ms).toISOString(),
  ]
  return `<article><h2>${escaped(subject)}</h2>
<p>${facts.join(' · ')}</p><pre>${escaped(text)}</pre></article>`
}

const pageOf = (mails: readonly ReceivedMail[]): string => `<!doctype html><meta charset="utf-8">
<meta http-equiv="refresh" content="5"><title>Simulated mailbox</title>
<style>${style}</style>
<h1>Simulated mailbox</h1>${mails.length === 0 ? '<p>No mail yet.</p>' : ''}
${mails.toReversed().map(articleOf).join('')}`

/** Serves the page, newest mail first; resolves when it listens. */
export async function showMails(
  mails: readonly ReceivedMail[],
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const server = createServer(
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(mails)),
  )
  await new Promise<void>(
    (resolve, reject) =>
      void server
        .once('error', reject)
        .listen(port, host, () => resolve(server.off('error', reject) && undefined)),
  )
  const at = (server.address() as AddressInfo).port
  return {
    url: `http://${host}:${at}/`,
    port: at,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

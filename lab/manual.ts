/**
 * `npm run lab:manual -- [--debian 13 --language tw --write]`: follows the manual on a new Debian to the
 * letter (install, first sign-in, first event), with the manual's own commands and labels, and prints the
 * time. With `--language en`, docs/install.md installs it.
 */
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { needChromium } from '../scripts/lib/chromium.mjs'
import { speak } from '../scripts/lib/run.mjs'
import { debianMirror } from './mirror.ts'
import { runInNamespaces } from './namespaces.ts'
import { makeDebian } from './packages/debian.ts'
import { cache, prepareVersions } from './start.ts'
import { readOptions } from '../scripts/lib/options.ts'

const { values } = readOptions('npm run lab:manual -- [--debian 13] [--language zh|tw|en] [--write]', {
  options: {
    debian: { type: 'string', default: '13' },
    language: { type: 'string', default: 'zh' },
    write: { type: 'boolean', default: false },
  },
})

await speak(async () => {
  await prepareVersions()
  await needChromium()
  await makeDebian(cache, values.debian)
  const mirror = await debianMirror()
  const gate = join(cache, 'mirror.sock')
  await openGate(gate, new URL(mirror).host)
  const more = values.write ? ['--write'] : []
  const args = [cache, '--debian', values.debian, '--language', values.language, '--mirror', mirror]
  process.exitCode = await runInNamespaces('lab/manual/run-proofs.ts', [...args, ...more])
  process.exit()
})

/**
 * Opens the box's only way out of the lab: a proxy at this socket that forwards to Debian's mirror and to no
 * other host.
 */
async function openGate(socket: string, host: string): Promise<void> {
  rmSync(socket, { force: true })
  const server = createServer((asked, answer) => {
    const address = asked.url ?? ''
    const allowed = URL.canParse(address) && new URL(address).host === host
    if (asked.method !== 'GET' || !allowed) return void answer.writeHead(403).end()
    request(address, { headers: { ...asked.headers, host } }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
      .on('error', () => answer.destroy())
      .end()
  })
  await new Promise<void>((listens) => server.listen(socket, listens))
}

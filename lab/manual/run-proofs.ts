/**
 * Runs in the lab's namespaces (lab/manual.ts): a new Debian, a camera and a simulated reader of the manual.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { of_commit } from '../../scripts/lib/docs/at-commit.ts'
import { writePage } from '../../scripts/lib/docs/write-page.ts'
import { makeBox } from '../box.ts'
import { connectNetwork, lan } from '../lan.ts'
import { offer } from '../packages/installed-box.ts'
import { repository_url, serveRepository } from '../packages/serve.ts'
import { assert } from '../proof.ts'
import { seconds } from '../until.ts'
import { follow, stepsOf, type Step } from './pages.ts'
import { firstEvent, signIn, type Reader } from './reader.ts'
import { openPort, prepareServer } from './server.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    debian: { type: 'string', default: '13' },
    language: { type: 'string', default: 'zh' },
    mirror: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
})
const [cache = ''] = positionals
const language = values.language === 'tw' ? 'tw' : 'zh'
const suites: Record<string, string> = { 12: 'bookworm', 13: 'trixie' }
const port = 8083
const patience_ms = 900_000

await connectNetwork()
for (const name of ['repository', 'keys']) rmSync(join(cache, name), { recursive: true, force: true })
serveRepository(join(cache, 'repository/public'))
await offer(cache, '1.0.0')
createServer((client) => {
  const mirror = connectSocket(join(cache, 'mirror.sock'))
  for (const [one, other] of [
    [client, mirror],
    [mirror, client],
  ] as const)
    one.on('error', () => other.destroy()).pipe(other)
}).listen(port, lan.client)

const box = await makeBox(cache, { name: 'manual', layers: [join(cache, `debian-${values.debian}`)] })
prepareServer(box)
await box.powerOn()
writeFileSync(join(box.disk, 'etc/apt/sources.list'), `deb ${values.mirror} ${suites[values.debian]} main\n`)
writeFileSync(
  join(box.disk, 'etc/apt/apt.conf.d/90lab'),
  `Acquire::http::Proxy "http://${lan.client}:${port}";\n` +
    `Acquire::http::Proxy::${lan.client} "DIRECT";\n`,
)
const street = createStreet({ cameras: 1, traffic: false })
const camera = { username: 'admin', password: 'Street#2026', name: 'Gate' }
const peer = await startCamera({
  ...camera,
  model: 'SL-B4220',
  serial: 'LAB-0001',
  host: lan.client,
  port: 80,
  frame: (aim) => street.frame(0, 'LAB-0001', aim),
})
await street.frame(0, 'LAB-0001')

const times: [page: string, ms: number][] = []
let failed = ''
const said: string[] = []
/** Runs the commands of a step as root, with Enter as the answer to apt's prompts. */
const type = async ({ commands }: Step): Promise<void> => {
  for (const command of commands) {
    const typed = command.replaceAll('https://packages.example.com', repository_url)
    const shell = ['sh', '-ec', `cd /root\n${typed}`]
    const { status, stdout, stderr } = await box.run(shell, {
      input: '\n'.repeat(20),
      timeout_ms: patience_ms,
    })
    said.push(stdout)
    assert(status === 0, `${typed}: status ${status}: ${(stderr || stdout).slice(-800)}`)
  }
}
const timed = async (page: string, work: () => Promise<unknown>) => {
  if (failed !== '') return
  const began = performance.now()
  try {
    await work()
    times.push([page, performance.now() - began])
    console.log(`ok    ${page}: ${seconds(performance.now() - began)}`)
  } catch (error) {
    failed = page
    console.log(`FAIL  ${page}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const browser = await chromium.launch({ executablePath: findChromium() })
const page = await browser.newPage({
  locale: language === 'tw' ? 'zh-TW' : 'zh-CN',
  viewport: { width: 1440, height: 900 },
  // The reader has compared the fingerprint and accepts the certificate.
  ignoreHTTPSErrors: true,
})
await timed('install-software', async () => {
  const steps = stepsOf(values.language, 'install-software')
  await follow(
    steps,
    steps.map((step) => (step.text.includes('nftables') ? () => openPort(box, step) : type)),
  )
})
const shown = said.join('\n')
const lot = street.lots(0)[1]!
const reader: Reader = {
  page,
  language,
  box: {
    address: `https://${lan.box}:8080`,
    fingerprint: /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec(shown)?.[0] ?? '',
    one_time_password: [...shown.matchAll(/One-time password: (\S+)/g)].at(-1)?.[1] ?? '',
  },
  fingerprintShown: () =>
    new Promise((resolve, reject) => {
      const socket = connectTls({ host: lan.box, port: 8080, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      })
      socket.on('error', reject)
    }),
  camera: { ...camera, address: lan.client },
  lot: { no: 'A01', parking_no: 'P-0001', corners: lot.polygon },
  park: async () => street.arrive(0, 1),
}
await timed('sign-in', () => signIn(reader))
await timed('first-event', () => firstEvent(reader))
if (failed !== '') {
  await page.screenshot({ path: join(cache, 'manual.png') })
  const journal = await box.run(['journalctl', '--no-pager', '--lines=2000'])
  writeFileSync(join(cache, 'journal-manual.txt'), journal.stdout)
}
await browser.close()
await peer.stop()
await box.powerCut()
const total = times.reduce((sum, [, ms]) => sum + ms, 0)
const rows = [...times, ['together', total] as const].map(([name, ms]) => `| ${name} | ${seconds(ms)} |`)
const table = ['| page of the manual | time |', '| --- | ---: |', ...rows].join('\n')
console.log(`\n${table}`)
if (values.write && failed === '') {
  const source = values.language === 'en' ? 'docs/install.md' : `manual/${language}`
  const text =
    '# A new Debian, installed by the manual alone\n\n' +
    `Printed by \`npm run lab:manual -- --write\` when the first event was there; ${of_commit}: ` +
    `a new Debian ${values.debian} with ifupdown, unattended-upgrades and a firewall, in a container, a ` +
    `machine of two cores. The script types the code blocks of \`${source}\` as they are (only the address ` +
    'of the repository is replaced, as the page says) and presses the labels that its steps name; packages ' +
    "come from Debian's mirror and from a " +
    'signed repository. A person reads and types more slowly; the target is ten minutes.\n\n' +
    `${table}\n`
  await writePage('docs/bench/manual.md', text)
}
process.exit(failed === '' ? 0 : 1)

/**
 * `npm run bench:dev`: how soon `npm run dev` is ready and how soon a change to the server's or the console's
 * sources takes effect, as medians compared with a bare `node`. It edits a line in three source files and
 * restores it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { freePort } from '../e2e/support/free-port.ts'
import { needChromium } from '../scripts/lib/chromium.mjs'
import { root } from '../scripts/lib/root.mjs'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median } from './support/figures.ts'

const times = 5
const poll_ms = 10
/** A step that takes longer fails the run. */
const patience_ms = 60_000
const folder = mkdtempSync(join(tmpdir(), 'parking-bench-dev-'))
const env = {
  ...process.env,
  PARKING_DATA: join(folder, 'data'),
  PARKING_PORT: String(await freePort()),
  PARKING_LOG: 'error',
}
// However the run ends, the exit handlers restore the sources and stop the child processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const browser = await chromium.launch({ executablePath: await needChromium() })

type Development = { console_address: string; stop(): Promise<void> }

/** Starts `npm run dev` and waits for the line with the console's address. */
async function develop(): Promise<Development> {
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  process.once('exit', () => child.kill('SIGTERM'))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const console_address = await until(() => /http:\/\/localhost:\d+/.exec(said)?.[0], 'Vite listens')
  return {
    console_address,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function until<Found>(
  look: () => Found | undefined | Promise<Found | undefined>,
  what: string,
): Promise<Found> {
  for (const end = performance.now() + patience_ms; performance.now() < end; await wait(poll_ms)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`not within ${patience_ms / 1000} s: ${what}`)
}

/** The `message` of one of the device's responses, requested through the console's address. */
const messageOf = (address: string) =>
  fetch(`${address}/api/system/certificate_fingerprint`, { method: 'POST', body: '{}', headers: json })
    .then(async (answer) => ((await answer.json()) as { message: string }).message)
    .catch(() => undefined)
const json = { 'content-type': 'application/json' }

/**
 * Appends `-N` to a text in a source file and waits until the change is visible; restores the file at the
 * end.
 */
async function change(file: string, text: string, seen: (end: string) => Promise<unknown>) {
  const path = join(root, file)
  const [before, { atime, mtime }] = [readFileSync(path, 'utf8'), statSync(path)]
  if (!before.includes(text)) throw new Error(`${file} has no ${text} any more`)
  const took: number[] = []
  const restore = () => {
    writeFileSync(path, before)
    // With its old times the file counts as unchanged in the next build.
    utimesSync(path, atime, mtime)
  }
  process.once('exit', restore)
  try {
    for (let n = 1; n <= times; n++) {
      const began = performance.now()
      writeFileSync(path, before.replace(text, `${text}-${n}`))
      await seen(`-${n}`)
      took.push(performance.now() - began)
      await wait(1_000) // a developer pauses between edits
    }
  } finally {
    restore()
    process.off('exit', restore)
  }
  return median(took)
}

async function ready(): Promise<[calls: number, page: number]> {
  const began = performance.now()
  const { console_address, stop } = await develop()
  await until(() => messageOf(console_address), 'the device answers')
  const answered = performance.now() - began
  const page = await browser.newPage({ locale: 'zh-CN' })
  await page.goto(`${console_address}/login`)
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  const shown = performance.now() - began
  await page.close()
  await stop()
  return [answered, shown]
}

async function bareNode(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'exit')
  return performance.now() - began
}

await ready() // builds the analysis program, the street's data and Vite's cache
const starts: [number, number][] = []
const floor: number[] = []
for (let run = 0; run < 3; run++) {
  starts.push(await ready())
  floor.push(await bareNode())
}
const { console_address, stop } = await develop()
await until(() => messageOf(console_address), 'the device answers')
const page: Page = await browser.newPage({ locale: 'zh-CN' })
await page.goto(`${console_address}/login`)
const shows = (text: string) => page.getByText(text).waitFor({ timeout: patience_ms })
const of_server = await change('server/src/http/serve.ts', "message: 'success", (end) =>
  until(async () => ((await messageOf(console_address)) === `success${end}` ? true : undefined), end),
)
const of_page = await change('console/src/login/login.tsx', "zh: '简体", (end) => shows(`简体${end}`))
const of_text = await change('console/src/locales/zh/shell/login.ts', '看得清', (end) =>
  shows(`看得清${end}`),
)
await browser.close()
await stop()
rmSync(folder, { recursive: true, force: true })
console.log(
  markdownTable([
    ['npm run dev, medians', 'ms', 'target'],
    ['ready: a call is answered', median(starts.map(([calls]) => calls)).toFixed(0), '5,000'],
    ['ready: the sign-in page is drawn', median(starts.map(([, shown]) => shown)).toFixed(0), '5,000'],
    ['a change of the server is answered', of_server.toFixed(0), '1,000'],
    ['a change of a page is drawn', of_page.toFixed(0), '1,000'],
    ['a change of a text is drawn', of_text.toFixed(0), '1,000'],
    ['floor: a bare node', median(floor).toFixed(0), ''],
  ]),
)

/**
 * `npm run bench:handover`: takes a box from the factory state to the handover sheet on a phone, in both
 * languages. The script pauses as a person would and writes docs/bench/handover.md.
 */
import { chromium } from '@playwright/test'
import { commissioningFile } from '../e2e/install/commissioning-file.ts'
import { phone, walkInstallation } from '../e2e/install/walk.ts'
import { openDevice, openWorld } from '../e2e/support/stage.ts'
import { dictionaries } from '../e2e/support/words.ts'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { writePage } from '#scripts/lib/docs/write-page.ts'

/** A press takes a glance at the screen; a field takes reading a note and typing twenty letters by thumb. */
const pause_ms = { press: 2_500, field: 9_000 }
const stage = {
  analysis: true,
  on_street: 1,
  discovery: true,
  time_server: true,
  env: { PARKING_ADMIN_PASSWORD: '' },
}

const head = `# From the factory state to the handover sheet

Printed by \`npm run bench:handover\`: the real server, a simulated street with one camera, a phone of 390 by
844 pixels. The commissioning file comes from head office
and is opened with a passphrase; a step that it fills is tested as it is applied, and not gone through. The
script waits ${pause_ms.press / 1000} s before each press and ${pause_ms.field / 1000} s
before each field, and for every test, save and event as long as they take. The corners of a lot are set
without a wait. The same way without waits is \`e2e/install.spec.ts\`. Budget: ten minutes.
`

await buildWhatChanged()
const browser = await chromium.launch({ executablePath: findChromium() })
async function walked(language: 'zh' | 'tw', with_file: boolean): Promise<string> {
  const world = await openWorld(stage)
  const file = with_file ? await commissioningFile(world) : undefined
  const device = await openDevice(stage, world)
  const context = await browser.newContext({
    ...phone,
    isMobile: true,
    baseURL: device.address,
    locale: language === 'zh' ? 'zh-CN' : 'zh-TW',
    timezoneId: 'Asia/Shanghai',
  })
  await context.addCookies([{ name: 'language', value: language, url: device.address }])
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const rows: string[] = []
  const began = performance.now()
  let since = began
  const used = await walkInstallation({
    page,
    words: dictionaries[language],
    world,
    one_time_password: device.one_time_password ?? '',
    ...(file && { file }),
    pause: (what) => page.waitForTimeout(pause_ms[what]),
    onStep(name, presses, fields) {
      const now = performance.now()
      rows.push(`| ${name} | ${presses} | ${fields} | ${Math.round((now - since) / 1000)} s |`)
      since = now
    },
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  const minutes = `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  await context.close()
  await device.end()
  await world.stop()
  return [
    `## ${language}, ${with_file ? 'with a commissioning file' : 'every setting typed'}\n`,
    '| step | presses | fields | time |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    `| **all** | **${used.presses}** | **${used.fields}** | **${minutes}** |`,
    '',
  ].join('\n')
}

// All run at once, because each mostly waits.
const parts = await Promise.all([walked('zh', true), walked('tw', true), walked('zh', false)])
await browser.close()
await writePage('docs/bench/handover.md', [head, ...parts].join('\n'))

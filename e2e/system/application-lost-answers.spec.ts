/**
 * The answer of each writing call is lost once before, while and after the device acts: software, analysis,
 * models, logs and what can be undone. Long because it is a table.
 */
import { join } from 'node:path'
import { smallModel } from '@parking/server/test/models/small-model.ts'
import { fillLogs } from '#bench/support/fill-logs.ts'
import { expect, test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import {
  box,
  button,
  question,
  tryLostAnswers,
  typed,
  type Press,
  type Row,
} from '#e2e/support/lost-answers.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })

const day_ms = 86_400_000
const tried = 9
const fileName = (version: number) => `one-car-${version}.zip`
const modelFile = async (version: number) =>
  Buffer.from(await smallModel({ change: { version: String(version) } }))

async function uploadModel(device: Device, version: number) {
  const file = await modelFile(version)
  const about = { name: fileName(version), bytes: file.length, modified_ms: version + 1 }
  const { upload } = await device.call('/api/system/begin_model_upload', about)
  const part = { upload, offset: 0, data: file.toString('base64') }
  await device.call('/api/system/add_model_part', part)
  await device.call('/api/system/finish_model_upload', { upload })
}

/** A model that has been tried against the shipped one, in use or not. */
async function setTriedModel(device: Device, wanted: boolean) {
  const { call } = device
  const row = async () =>
    (await call('/api/system/get_models', {})).list.find(({ file }) => file === fileName(tried))
  if (!(await row())) await uploadModel(device, tried)
  await expect.poll(async () => (await row())?.state).toBe('checked')
  const { model, result, trial, in_use } = (await row())!
  if (!result && trial !== 'running') await call('/api/system/try_model', { model })
  await expect.poll(async () => (await row())?.result !== null, { timeout: 90_000 }).toBe(true)
  if (wanted && !in_use) await call('/api/system/promote_model', { model, agpl: false, reason: 'a test' })
  if (!wanted && in_use) await call('/api/system/roll_back_model', { to: 'shipped' })
}

/** Offers a newer version of everything, and lets the device find it. */
async function offerUpdate({ machine: { packages }, call }: Device, turn: number) {
  packages.pace(0)
  Object.assign(packages.offered, { 'parking-edge': `0.9.${turn}`, 'parking-analysis': `2.9.${turn}` })
  await call('/api/system/update_software_cache', {})
}

/** Uploads the model of a version that follows `from`. */
const sendModel =
  (from: number): Press =>
  async (page, _, turn) =>
    page.locator('input[type=file]').setInputFiles({
      name: fileName(from + turn),
      mimeType: 'application/zip',
      buffer: await modelFile(from + turn),
    })

const rows: Row[] = [
  {
    call: '/api/system/app_control',
    at: '/dashboard?health=open',
    async press(page, { dashboard: text }, turn) {
      // The first press is not carried out, the second one stops.
      const name = turn < 2 ? text.stop : text.start
      await button(page, name).click()
      await question(page, name).click()
    },
  },
  {
    call: '/api/system/set_auto_update',
    at: '/system/application',
    press: (page, { application: text }) => page.getByRole('switch', { name: text.auto_label }).click(),
  },
  {
    call: '/api/system/update_software_cache',
    at: '/system/application',
    press: (page, { application: text }) => button(page, text.refresh).click(),
  },
  {
    call: '/api/system/update_software',
    at: '/system/application',
    first: offerUpdate,
    async press(page, { application: text }) {
      await button(page, text.update).click()
      await question(page, text.update).click()
    },
  },
  {
    call: '/api/system/finish_model_upload',
    at: '/system/models',
    press: sendModel(0),
  },
  {
    call: '/api/system/delete_model',
    at: '/system/models',
    first: uploadModel,
    async press(page, { models: text }, turn) {
      const row = page.getByRole('row').filter({ hasText: fileName(turn) })
      await row.getByRole('button', { name: text.delete }).click()
      await question(page, text.delete).click()
    },
  },
  {
    call: '/api/system/promote_model',
    at: '/system/models',
    first: (device) => setTriedModel(device, false),
    async press(page, { models: text }) {
      await button(page, `${text.promote} one car ${tried}`).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text.promote_reason).fill('a test')
      await dialog.getByRole('button', { name: text.promote, exact: true }).click()
    },
  },
  {
    call: '/api/system/roll_back_model',
    at: '/system/models',
    first: (device) => setTriedModel(device, true),
    async press(page, { models: text }) {
      await button(page, text.roll_back_shipped).click()
      await question(page, text.roll_back_shipped).click()
    },
  },
  {
    call: '/api/system/delete_snapshots',
    at: '/system/operation',
    async first(device) {
      const { snapshot } = await device.call('/api/parking/set_business_mode', { business_mode: 2 })
      await device.call('/api/parking/restore_scenes', { name: snapshot! })
    },
    async press(page, { operation: { snapshots: text } }) {
      await button(page, text.delete.all).click()
      await question(page, text.delete.go).click()
    },
  },
  {
    call: '/api/system/set_restore_config',
    at: '/system/operation',
    async press(page, { operation: { restore: text } }, turn) {
      const keep = (['users', 'cameras', 'params'] as const)[turn]!
      await page.getByRole('checkbox', { name: text.keeps[keep].label }).click()
      await button(page, text.save).click()
    },
  },
  {
    call: '/api/system/undo_acts',
    at: '/system/acts',
    async first(device) {
      const { track_seconds, track_step } = await device.call('/api/parking/get_alg_param', {})
      const two = { track_seconds: track_seconds + 1, track_step: track_step + 1 }
      await device.call('/api/parking/update_alg_param', two)
    },
    async press(page, { acts: text }) {
      await page.locator('tbody').getByRole('row').first().getByRole('button').click()
      await question(page, text.go).click()
    },
  },
  {
    call: '/api/system/delete_log',
    at: '/system/log?type=3',
    first: async ({ folder }, turn) =>
      fillLogs(join(folder, 'data'), 0, {
        more: [{ timestamp_ms: Date.now() - 60 * day_ms, type: 3, level: 'INFO', content: `old ${turn}` }],
      }),
    async press(page, { log: text }, turn) {
      await button(page, text.delete).click()
      // The first row is not deleted, so the second press finds two.
      await button(page, text.delete_go(turn === 1 ? 2 : 1)).click()
      await question(page, text.delete).click()
    },
  },
  {
    call: '/api/system/update_syslog',
    at: '/system/log',
    press: typed(
      (words) => words.audit.host,
      (turn) => `203.0.113.${turn + 50}`,
    ),
  },
  {
    call: '/api/system/update_metrics',
    at: '/system/monitoring',
    first: (device) => device.call('/api/system/renew_metrics_token', {}),
    press: (page, { monitoring: text }) => page.getByRole('switch', { name: text.serve }).click(),
  },
  { call: '/api/system/begin_model_upload', at: '/system/models', press: sendModel(20), unlogged: true },
  { call: '/api/system/add_model_part', at: '/system/models', press: sendModel(30), unlogged: true },
  {
    call: '/api/system/try_model',
    at: '/system/models',
    first: (device) => setTriedModel(device, false),
    async press(page, { models: text }) {
      await button(page, `${text.try} one car ${tried}`).click()
    },
  },
  {
    call: '/api/system/support_bundle',
    at: '/system/operation?tab=diagnose',
    press: (page, { diagnose: text }) => button(page, text.make).click(),
  },
  {
    call: '/api/system/test_syslog',
    at: '/system/log',
    async press(page, { audit: text }) {
      await box(page, text.host).fill('127.0.0.1')
      await button(page, text.test).click()
    },
  },
]

tryLostAnswers(rows)

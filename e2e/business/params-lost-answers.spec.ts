/**
 * The answer of each writing call of parameters, rules, measured accuracy and alarms is lost once before,
 * while and after the device acts (support/lost-answers.ts). Long because each call has a row.
 */
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'
import { openDatabase } from '@parking/server/core/db.ts'
import type { World } from '@parking/sim/world.ts'
import { expect, test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { failSignIns } from '#e2e/support/failed-sign-ins.ts'
import { box, button, save, tryLostAnswers, typed, type Press, type Row } from '#e2e/support/lost-answers.ts'
import { recordVisits } from './params/record-frames.ts'
import { reportEvents } from '#e2e/support/report-events.ts'

test.use({ stage: { on_street: 1, added: 1 } })

const tab = (name: string) => `/business/params?tab=${name}`

/** An alarm that no user has acknowledged. No call takes that back, so it is written into the database. */
async function openAlarm(device: Device): Promise<void> {
  const { total } = await device.call('/api/parking/alarms', { page: 1, page_size: 1, kind: 'sign_in' })
  if (total === 0) await failSignIns(device)
  const db = openDatabase(join(device.folder, 'data/parking.db'), join(root, 'server/migrations'))
  db.run("UPDATE alarm SET acknowledged_by = '', acknowledged_ms = NULL")
  db.close()
}

/** A decision that waits for its judge, with a car and a plate on its picture. */
async function sampled(device: Device, _turn: number, world: World): Promise<void> {
  await device.call('/api/parking/update_accuracy_settings', { sample_percent: 100 })
  await reportEvents(device, world, [{ plate_number: '粤B12345' }])
}
const judgeOccupied: Press = async (page, { accuracy: text }) => {
  await expect(page.getByRole('region', { name: text.judge, exact: true })).toBeVisible()
  await page.keyboard.press('o')
}

const rows: Row[] = [
  {
    call: '/api/parking/update_schedule_param',
    at: tab('schedule'),
    async press(page, words, turn) {
      const text = words.schedule.table
      const row = page.getByRole('row', { name: text.row(1) })
      // The second turn finds the draft of the first one.
      if (turn === 0) await button(page, text.add).click()
      await row.getByRole('textbox', { name: text.end }).fill(`1${turn}:30`)
      await page.keyboard.press('Enter')
      await save(page, words)
    },
  },
  {
    call: '/api/parking/update_event_param',
    at: tab('event'),
    async press(page, words, turn) {
      const name = new RegExp(`^${words.evidence.fields.image_max_bytes}`)
      await page.getByRole('textbox', { name }).fill(String(400_000 + turn))
      await save(page, words)
    },
  },
  {
    call: '/api/parking/update_storage_param',
    at: tab('storage'),
    press: typed(
      (words) => words.object_storage.fields.key_re,
      (turn) => `${turn}/{uuid}-{n}.{ext}`,
    ),
  },
  {
    call: '/api/parking/update_alarm_param',
    at: tab('alarm'),
    press: typed(
      (words) => words.alarm.fields.from_email,
      (turn) => `box${turn}@street.test`,
    ),
  },
  {
    call: '/api/parking/update_alarm_mail',
    at: tab('alarm'),
    press: typed(
      (words) => words.alarm.digest_minutes,
      (turn) => String(30 + turn),
    ),
  },
  {
    call: '/api/parking/update_mqtt_param',
    at: tab('mqtt'),
    press: typed(
      (words) => words.mqtt.fields.topic_prefix,
      (turn) => `parking/v${turn + 2}`,
    ),
  },
  {
    call: '/api/parking/restore_param',
    at: `${tab('history')}&section=alg_param`,
    first: async (device, turn) => device.call('/api/parking/update_alg_param', { track_step: turn + 20 }),
    async press(page, { history: text }) {
      const history = page.getByRole('region', { name: text.title, exact: true })
      await history.locator('tbody > tr').first().getByRole('button').click()
      await button(page, text.restore.before).click()
      await button(page, text.restore.go).click()
    },
  },
  {
    call: '/api/parking/apply_import',
    at: tab('document'),
    async press(page, { config_document: text }, turn, device) {
      const { content } = await device.call('/api/parking/export_document', {
        secrets: 'left_out',
        passphrase: '',
      })
      await device.call('/api/parking/update_alg_param', { track_step: turn + 30 })
      const buffer = Buffer.from(content)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.parking.json', mimeType: 'application/json', buffer })
      await button(page, text.import.go).click()
    },
  },
  {
    call: '/api/parking/update_evidence_rules',
    at: '/business/evidence-rules',
    async press(page, { evidence_rules: text }) {
      await button(page, text.example).click()
      await button(page, text.take).click()
    },
  },
  {
    call: '/api/parking/update_accuracy_settings',
    at: '/business/accuracy',
    async press(page, { accuracy: text }, turn) {
      const label = `${[10, 20, 50][turn]}%`
      await page.getByRole('combobox', { name: text.share }).selectOption({ label })
    },
  },
  {
    call: '/api/parking/correct_accuracy_judgement',
    at: '/business/accuracy?tab=judge',
    async first(device, _turn, world) {
      await device.call('/api/parking/update_accuracy_settings', { sample_percent: 100 })
      await reportEvents(device, world, [{ plate_number: '粤B12345' }])
      const { sample } = await device.call('/api/parking/next_accuracy_sample', {})
      const { sample_id } = sample!
      await device.call('/api/parking/judge_accuracy_sample', { sample_id, lot: 'vacant', took_ms: 2000 })
    },
    async press(page, { accuracy: text }, turn) {
      const own = page.getByRole('region', { name: text.own_title })
      await own.getByRole('button', { name: text.correct }).first().click()
      const label = text.answers[turn < 2 ? 'unclear' : 'occupied']
      await own.getByRole('combobox', { name: text.lot_answer }).selectOption({ label })
      await own.getByRole('textbox', { name: text.reason, exact: true }).fill('x')
      await button(page, text.correct_save).click()
    },
  },
  {
    call: '/api/parking/acknowledge_alarm',
    at: '/system/alarms',
    first: openAlarm,
    press: (page, { alarms, codes }) => button(page, alarms.acknowledge_of(codes.alarm_kind.sign_in)).click(),
  },
  {
    call: '/api/parking/silence_alarm',
    at: '/system/alarms',
    async first(device) {
      await openAlarm(device)
      await device.call('/api/parking/silence_alarm', { kind: 'sign_in', subject: '', minutes: 60 })
    },
    press: (page, { alarms, codes }) => button(page, alarms.end_silence_of(codes.alarm_kind.sign_in)).click(),
  },
  {
    call: '/api/parking/test_mail',
    at: tab('alarm'),
    async press(page, { alarm: text }, _turn, _device, { mail }) {
      await box(page, text.fields.email_server).fill(`127.0.0.1:${mail.port}`)
      await box(page, text.fields.from_email).fill('box@street.test')
      await box(page, text.fields.to_email).fill('duty@street.test')
      await button(page, text.test).click()
    },
  },
  {
    call: '/api/parking/test_mqtt',
    at: tab('mqtt'),
    async press(page, { mqtt: text }) {
      await box(page, text.fields.broker).fill('127.0.0.1:9')
      await button(page, text.test).click()
    },
  },
  {
    call: '/api/system/fetch_certificate',
    at: tab('mqtt'),
    async press(page, { mqtt: text, server_trust: trust }) {
      await box(page, text.fields.broker).fill('127.0.0.1:9')
      await button(page, trust.fetch).click()
    },
    // Nothing answers there, so the log has a refusal.
    unlogged: true,
  },
  {
    call: '/api/parking/test_storage',
    at: tab('storage'),
    async press(page, { object_storage: text }, _turn, _device, { s3 }) {
      await box(page, text.fields.endpoint).fill(s3.url)
      await box(page, text.at.s3.username).fill('a')
      await page.getByLabel(text.at.s3.password).fill('b')
      await box(page, text.at.s3.directory).fill('bucket/kerb')
      await page.getByRole('region', { name: text.test, exact: true }).getByRole('button').click()
    },
  },
  {
    call: '/api/parking/test_platform',
    at: tab('platform'),
    async press(page, { platform: text }, _turn, _device, { platform }) {
      await box(page, text.fields.data_url).fill(platform.urls.data_url)
      await box(page, text.fields.operator_no).fill('OP-1')
      await button(page, `${text.test} ${text.fields.data_url}`).click()
    },
  },
  {
    call: '/api/parking/export_document',
    at: tab('document'),
    press: (page, { config_document: text }) => button(page, text.export.go).click(),
  },
  {
    call: '/api/parking/begin_replay',
    at: tab('alg'),
    first: (device, turn, world) => (turn === 0 ? recordVisits(device, world) : Promise.resolve()),
    async press(page, { replay: text }) {
      await button(page, text.try).click()
      await button(page, text.start).or(button(page, text.again)).click()
    },
    unlogged: true,
  },
  {
    call: '/api/parking/judge_accuracy_sample',
    at: '/business/accuracy?tab=judge',
    first: sampled,
    press: judgeOccupied,
    unlogged: true,
  },
  {
    call: '/api/parking/judge_accuracy_plate',
    at: '/business/accuracy?tab=judge',
    first: sampled,
    async press(page, words, turn, device, world) {
      await judgeOccupied(page, words, turn, device, world)
      const plate = box(page, words.accuracy.plate)
      await plate.fill('粤B12345')
      await plate.press('Enter')
    },
    unlogged: true,
  },
  {
    call: '/api/parking/skip_accuracy_sample',
    at: '/business/accuracy?tab=judge',
    first: sampled,
    async press(page, { accuracy: text }) {
      await expect(page.getByRole('region', { name: text.judge, exact: true })).toBeVisible()
      await page.keyboard.press('n')
    },
    unlogged: true,
  },
  {
    call: '/api/parking/update_reconcile_mapping',
    at: '/business/reconcile',
    async press(page, { reconcile: text, codes }, turn) {
      const csv =
        'UUID;Time;Type;Lot;Plate\n' +
        `0190a1b2-0000-7000-8000-000000000001;2026-11-29 08:00:00;${codes.event_type.entry};Z99;粤B12345`
      const chooser = page.waitForEvent('filechooser')
      await button(page, text.pick).click()
      const buffer = Buffer.from(csv)
      await (await chooser).setFiles({ name: 'export.csv', mimeType: 'text/csv', buffer })
      const zone = page.getByRole('combobox', { name: text.zone })
      await zone.selectOption(`UTC+0${turn + 5}:00`)
      await button(page, text.compare).click()
    },
  },
]

tryLostAnswers(rows)

/**
 * The answer of each writing call of events, checks and stays is lost once before, while and after the device
 * acts (support/lost-answers.ts).
 */
import { event_type } from '@parking/contract'
import type { World } from '@parking/sim/world.ts'
import { expect, test } from '#e2e/fixtures.ts'
import { report } from '#e2e/support/check-desk.ts'
import type { Device } from '#e2e/support/device.ts'
import { button, question, tryLostAnswers, type Row } from '#e2e/support/lost-answers.ts'
import { reportEvents, unsure } from '#e2e/support/report-events.ts'

test.use({ stage: { on_street: 1, added: 1, platform: true } })

const lotOf = async (device: Device, at = 0) =>
  (await device.call('/api/camera/get_all_lots_no', {})).list.at(at)?.lot_no ?? ''

async function detail(device: Device, _turn: number, world: World): Promise<string> {
  const [uuid] = await report(device, world, [{ plate_number: '粤B12345' }])
  return `/business/data/parking?uuid=${uuid}`
}

const plate_number = '粤B61234'
const hour = 3_600_000
/** A stay without an exit, seen for half an hour; reported at its first use. */
async function stayOf(device: Device, world: World) {
  const find = async () =>
    (await device.call('/api/parking/find_stays', { plate_number, limit: 1 })).list[0]?.stay
  if ((await find()) === undefined) {
    const at = { lot_no: await lotOf(device), plate_number }
    const ago = (hours: number) => Math.round(Date.now() - hours * hour)
    await reportEvents(device, world, [
      { ...at, event_time: ago(9) },
      { ...at, event_type: event_type.update, event_time: ago(8.5) },
      { ...at, plate_number: '粤B65678', event_time: ago(8) },
    ])
    await expect.poll(find).toBeDefined()
  }
  return device.call('/api/parking/stay_detail', { stay: (await find())! })
}
/** The address of the stay with its exit repaired, or not. */
const stayIs = (repaired: boolean) => async (device: Device, _turn: number, world: World) => {
  const { stay, identity, repairs, events } = await stayOf(device, world)
  const standing = repairs.find(({ undo }) => undo === 'can')
  if (repaired && !standing)
    await device.call('/api/parking/repair_stay', {
      stay: identity,
      act: 'close',
      reason: 'x',
      time: events[1]!.time_str,
    })
  if (!repaired && standing)
    await device.call('/api/parking/undo_stay_repair', { repair_id: standing.repair_id })
  return `/business/data/stays?stay=${stay}`
}

const rows: Row[] = [
  {
    call: '/api/parking/human_check',
    at: '/business/data/manual?tab=log',
    async press(page, { manual: text, codes }, _turn, device) {
      const lot_no = await lotOf(device)
      await button(page, text.check).first().click()
      const dialog = page.getByRole('dialog', { name: text.check })
      await dialog.getByRole('combobox', { name: text.lot }).fill(lot_no)
      await page.keyboard.press('Enter')
      await dialog.getByRole('radio', { name: codes.event_type.manual_occupied_check }).check()
      await dialog.getByRole('button', { name: text.submit, exact: true }).click()
    },
  },
  {
    call: '/api/parking/delete_manual_parking_event',
    at: '/business/data/manual?tab=log',
    first: async (device) =>
      device.call('/api/parking/human_check', {
        lot_no: await lotOf(device),
        event_type: event_type.manual_vacancy_check,
        comment: '',
      }),
    async press(page, { events: text }) {
      await page.locator('tbody').getByRole('checkbox').first().check()
      await button(page, text.delete).click()
      await question(page, text.delete).click()
    },
  },
  {
    call: '/api/parking/undo_check',
    at: '/business/data/manual?tab=ledger',
    async first(device, _turn, world) {
      // Not on the lot of the others, which would wait for its check.
      const lot_no = await lotOf(device, -1)
      const [uuid = ''] = await report(device, world, [{ plate_number: '粤B10001', lot_no, ...unsure }])
      await device.call('/api/parking/check_parking_event', { uuid, verdict: 'confirmed', seen_checks: 0 })
    },
    async press(page, { check_ledger: text }) {
      await page.locator('tbody').getByRole('row').first().getByRole('button').last().click()
      await question(page, text.undo).click()
    },
  },
  {
    call: '/api/parking/resend_parking_event',
    at: detail,
    press: (page, { event_detail }) => button(page, event_detail.resend).click(),
  },
  {
    call: '/api/parking/delete_parking_event',
    at: detail,
    async press(page, { events: text }) {
      // The pictures go with the event: one that is still on its way would be refused.
      const pictures = page.locator('img[src*="/media/events/"]')
      const act = page.getByRole('dialog').getByRole('button', { name: text.delete, exact: true })
      await expect(act).toBeVisible()
      const isLoaded = (all: Element[]) => all.every((one) => (one as HTMLImageElement).complete)
      await expect.poll(() => pictures.evaluateAll(isLoaded)).toBe(true)
      await act.click()
      await question(page, text.delete).click()
    },
  },
  {
    call: '/api/parking/repair_stay',
    at: stayIs(false),
    async press(page, { stays: text }) {
      const form = page.getByRole('form', { name: text.repair })
      await form.getByRole('radio', { name: text.acts.close }).check()
      await form.getByLabel(text.reason).fill('x')
      await form.getByRole('button', { name: text.acts.close }).click()
    },
  },
  {
    call: '/api/parking/undo_stay_repair',
    at: stayIs(true),
    press: (page, { stays }) => button(page, stays.undo).click(),
  },
  {
    call: '/api/system/parking_event_resume_upload',
    at: '/device/storage',
    async first(device, _turn, world) {
      await device.call('/api/parking/set_event_sending', { paused: true })
      await reportEvents(device, world, [{ plate_number: '粤B20001' }])
    },
    async press(page, { resume: text }) {
      await button(page, text.act).click()
      await question(page, text.act).click()
    },
  },
  {
    call: '/api/parking/export_parking_event',
    at: '/business/data/parking',
    first: async (device, _turn, world) => report(device, world, [{ plate_number: '粤B12345' }]),
    async press(page, { event_list: text }) {
      await button(page, text.export).click()
      await button(page, text.export_run).click()
    },
  },
  {
    call: '/api/parking/export_dossier',
    at: stayIs(false),
    press: (page, { dossier }) => button(page, dossier.act).click(),
  },
]

tryLostAnswers(rows)

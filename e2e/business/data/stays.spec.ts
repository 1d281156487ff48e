/**
 * The time axis: from a plate, or a lot and a time, to the stay; irregular stays found and repaired; refused
 * repairs. Long because all tests share one street.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type { World } from '@parking/sim/world.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import type { Device } from '#e2e/support/device.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'
import { root } from '#scripts/lib/root.mjs'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1 } })

const path = '/business/data/stays'
const hour = 3_600_000
const [entry, update, exit] = [1, 2, 3]

type Seen = readonly [type: number, plate: string, hours_ago: number]
/** Reports events of a lot and waits until the stays are computed; returns the uuids. */
async function seen(
  device: Device,
  world: World,
  lot_no: string,
  events: readonly Seen[],
): Promise<string[]> {
  const now = Date.now()
  const uuids = await reportEvents(
    device,
    world,
    events.map(([event_type, plate_number, hours_ago]) => ({
      event_type,
      plate_number,
      lot_no,
      event_time: Math.round(now - hours_ago * hour),
    })),
  )
  await expect
    .poll(async () => (await device.call('/api/parking/stay_day', { day: dayOf(now) })).behind)
    .toBe(0)
  return uuids
}

/** The device's calendar day. */
const dayOf = (ms: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(ms)
/** The time of day on the device's clock. */
const clockOf = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' }).format(ms)
const lotsOf = async (device: Device) =>
  (await device.call('/api/camera/get_all_lots_no', {})).list.map(({ lot_no }) => lot_no)

const panelOf = (page: Page, words: Areas['stays']) => page.getByRole('complementary', { name: words.panel })
const repairOf = (page: Page, words: Areas['stays']) => page.getByRole('form', { name: words.repair })
const rowsOf = (page: Page, words: Areas['stays']) =>
  page.getByRole('listbox', { name: words.irregular_list }).getByRole('option')

/**
 * Checks a dossier on the verifier page, opened from the disk: genuine as exported, not with one bit changed.
 */
async function verifyOffline(browser: Browser, dossier: Buffer, key_id: string): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-TW', offline: true })
  const verifier = await context.newPage()
  const complaints: string[] = []
  verifier.on('console', (message) => complaints.push(message.text()))
  verifier.on('pageerror', ({ message }) => complaints.push(message))
  await verifier.goto(pathToFileURL(join(root, 'verifier/dist/parking-verify.html')).href)
  const choose = (buffer: Buffer) =>
    verifier
      .getByLabel('選擇取證檔案')
      .setInputFiles({ name: 'dossier.zip', mimeType: 'application/zip', buffer })
  const status = verifier.getByRole('status')
  await choose(dossier)
  await expect(status).toContainText('自簽章以來內容未遭更動')
  await verifier.getByLabel('您所知的裝置金鑰指紋').fill(key_id)
  await verifier.keyboard.press('Tab')
  // The device knew these events hours after their time.
  await expect(status).toContainText('但有疑點')
  await expect(verifier.getByText(/裝置在.+之後才知道它|卻在.+之後才寫入取證紀錄/).first()).toBeVisible()
  const changed = Buffer.from(dossier)
  const picture = changed.indexOf('files/') + 400
  changed[picture]! ^= 1
  await choose(changed)
  await expect(status).toContainText('不真實')
  await verifier.getByLabel('語言').selectOption('English')
  await expect(verifier.getByText(/^A picture or clip of event \S+ was changed: files\//)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
}

test('from a complaint to the stay and its dossier, which is verified without the device', async ({
  page,
  browser,
  device,
  world,
  words,
  counting,
}) => {
  const text = words.stays
  const [lot_no = ''] = await lotsOf(device)
  // The events are all on one day, even shortly after midnight, and apart from those of other tests.
  const earlier = dayOf(Date.now()) === dayOf(Date.now() - 6 * hour) ? 0 : 18
  await seen(device, world, lot_no, [
    [entry, '粤B81234', earlier + 5],
    [exit, '粤B81234', earlier + 4],
    [entry, '粤B85678', earlier + 3],
    [exit, '粤B85678', earlier + 2],
  ])
  await page.goto(path)
  await expect(heading(page, words.shell.routes.business_stays)).toBeVisible()
  const field = page.getByRole('combobox', { name: text.search })
  const panel = panelOf(page, text)
  await expect(panel).toContainText(text.panel_empty)
  await counting('dispute')
  await field.click()
  await field.fill('8123')
  await field.press('Enter')
  await expect(panel).toContainText(lot_no)
  for (const name of [text.entry, text.exit])
    await expect(panel.getByRole('img', { name, exact: true })).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await panel.getByRole('button', { name: words.dossier.act }).click()
  const dossier = readFileSync(await (await downloaded).path())
  await counting()
  const { key_id } = await device.call('/api/system/get_device_key', {})
  await verifyOffline(browser, dossier, key_id)
  await expect(page).toHaveURL(/stay=\d+/)

  // Arrows lead to the next stay of the lot, and Enter to its event.
  const grid = page.getByRole('grid', { name: /./ })
  await grid.focus()
  await expect(grid.getByRole('gridcell', { selected: true })).toContainText('粤B81234')
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('gridcell', { selected: true })).toContainText('粤B85678')
  await expect(panel).toContainText('85678')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  expect(await violations(page)).toEqual([])

  // A search for a lot and a time finds the stay on the shown day.
  const at = new Date(Date.now() - (earlier + 4.5) * hour)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', timeStyle: 'short' }).format(at)
  await page.goto(`${path}?day=${dayOf(at.getTime())}`)
  await field.fill(`${lot_no} ${time}`)
  await field.press('Enter')
  await expect(panel).toContainText('81234')
})

test('the axis has its lines, texts and bars, with motion and without', async ({ page, device, world }) => {
  const [lot_no = ''] = await lotsOf(device)
  await seen(device, world, lot_no, [[entry, '粤B90001', 0.1]])
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto(path)
    const colours = () =>
      page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
        copy.drawImage(canvas, 0, 0)
        const { data } = copy.getImageData(0, 0, width, height)
        return new Set(new Uint32Array(data.buffer)).size
      })
    await expect.poll(colours, reducedMotion).toBeGreaterThan(20)
  }
})

test('the stay of an event opens from detail and palette @tw', async ({ page, device, world, words }) => {
  const text = words.stays
  const [, lot_no = ''] = await lotsOf(device)
  const [uuid] = await seen(device, world, lot_no, [
    [entry, '粤B70001', 2],
    [exit, '粤B70001', 1],
  ])
  await page.goto(`/business/data/parking?uuid=${uuid}`)
  await page.getByRole('dialog').getByRole('link', { name: words.event_detail.on_axis }).click()
  const panel = panelOf(page, text)
  await expect(panel).toContainText('70001')
  await page
    .getByRole('group', { name: text.zoom })
    .getByRole('button', { name: text.zoom_hours(3) })
    .click()
  await expect(page).toHaveURL(/zoom=3/)
  await page.getByRole('button', { name: text.view.table }).click()
  const row = page.getByRole('table', { name: text.table }).getByRole('row').filter({ hasText: '粤B70001' })
  await expect(row).toContainText(lot_no)
  await expect(row).toHaveAttribute('aria-selected', 'true')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('70001')
  await page.getByRole('option', { name: new RegExp(words.shell.palette.on_axis('粤B70001')) }).click()
  await expect(page).toHaveURL(new RegExp(`${path}\\?.*stay=`))
  await expect(panel).toContainText(lot_no)
})

test('each irregularity is listed and repaired with its key', async ({ page, device, world, words }) => {
  const text = words.stays
  const [one = '', two = '', three = '', four = ''] = await lotsOf(device)
  const plate = (n: number) => `粤B6000${n}`
  const report = (lot_no: string, events: readonly Seen[]) => seen(device, world, lot_no, events)
  await report(one, [
    [entry, plate(1), 9],
    [update, plate(1), 8.5],
    [entry, plate(2), 8],
    [exit, plate(2), 7],
    [update, plate(3), 6.5],
    [exit, plate(3), 6],
  ])
  await report(two, [
    [entry, plate(4), 9],
    [entry, plate(4), 8.9],
    [exit, plate(4), 8],
    [entry, plate(5), 7],
    [exit, plate(6), 6],
  ])
  await report(three, [
    [entry, plate(7), 9],
    [exit, plate(7), 7],
  ])
  await report(four, [
    [entry, plate(7), 8.5],
    [exit, plate(7), 7.5],
  ])
  await page.goto(`${path}?view=irregular`)
  const [rows, form] = [rowsOf(page, text), repairOf(page, text)]
  const choose = async (mark: keyof typeof text.marks, plate_number: string) => {
    await rows
      .filter({ hasText: text.marks[mark] })
      .filter({ hasText: plate_number.slice(3) })
      .first()
      .click()
    await expect(panelOf(page, text)).toContainText(plate_number.slice(3))
    await expect(form).toBeVisible()
  }
  const left = rows.filter({ hasText: `6000` })
  await expect(left).toHaveCount(6)
  expect(await violations(page)).toEqual([])

  // An impossible time is refused at its field.
  await choose('exit_missing', plate(1))
  await form.getByLabel(text.time_out).fill('2026-01-01 00:00:00')
  await form.getByRole('button', { name: text.acts.close }).click()
  await expect(form.getByText(text.time_outside.close)).toBeVisible()
  await choose('entry_missing', plate(3))
  await page.keyboard.press('o')
  await expect(left).toHaveCount(5)
  await choose('exit_missing', plate(1))
  await page.keyboard.press('c')
  await expect(left).toHaveCount(4)
  await choose('double_entry', plate(4))
  // Removing an event needs a reason of the user's own.
  await page.keyboard.press('d')
  await expect(form.getByLabel(text.reason)).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel(text.reason).fill(text.reasons.drop[0] ?? '')
  await form.getByRole('button', { name: text.acts.drop }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.acts.drop }).click()
  await expect(left).toHaveCount(3)
  await choose('plate_differs', plate(6))
  await page.keyboard.press('p')
  await expect(left).toHaveCount(2)
  await choose('impossible', plate(7))
  await page.keyboard.press('a')
  await form.getByLabel(text.reason).fill('套牌 X')
  // No earlier undo button is left, so the undo below belongs to this repair.
  await expect(page.getByRole('button', { name: text.undo })).toHaveCount(0)
  await form.getByRole('button', { name: text.acts.accept }).click()
  await expect(left).toHaveCount(1)
  await page.getByRole('button', { name: text.undo }).last().click()
  await expect(left).toHaveCount(2)
})

test('a stay that another user has changed is not repaired, and a viewer has read access only', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.stays
  const lot_no = (await lotsOf(device)).at(-1) ?? ''
  await seen(device, world, lot_no, [
    [entry, '粤B50001', 3],
    [entry, '粤B50002', 2],
    [entry, '粤B50003', 1],
  ])
  await page.goto(`${path}?view=irregular`)
  await rowsOf(page, text).filter({ hasText: '50001' }).click()
  const form = repairOf(page, text)
  const { list } = await device.call('/api/parking/irregular_stays', { page_size: 50 })
  const stay = list.find(({ plate_number }) => plate_number === '粤B50001')!.identity
  // The vehicle was seen once: no time is proposed.
  await expect(form.getByLabel(text.time_out)).toHaveValue('')
  const time = `${dayOf(Date.now() - 2.5 * hour)} ${clockOf(Date.now() - 2.5 * hour)}`
  await form.getByLabel(text.time_out).fill(time)
  await device.call('/api/parking/repair_stay', { stay, act: 'close', reason: 'x', time })
  await form.getByRole('button', { name: text.acts.close }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await asRole(device, 'viewer', async () => {
    await page.goto(`${path}?view=irregular`)
    await rowsOf(page, text).filter({ hasText: '50002' }).click()
    await expect(form.getByRole('button', { name: text.acts.close })).toBeDisabled()
  })
})

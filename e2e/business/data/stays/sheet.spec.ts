/** The dispute sheet: from a plate to one printed page about one stay, with who changed what. */
import { join } from 'node:path'
import { openDatabase } from '@parking/server/core/db.ts'
import { root } from '#scripts/lib/root.mjs'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1 } })

const path = '/business/data/stays'
const hour = 3_600_000

/** The number of pages of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test(
  'a plate leads to one page that names times, plan and who changed what',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const [{ stays: text, event_detail }, plate] = [words, '粤B36001']
    const { sheet } = text
    const lots = (await device.call('/api/camera/get_all_lots_no', {})).list
    const { lot_no } = lots[0]!
    const now = Date.now()
    const uuids = await reportEvents(device, world, [
      { event_type: 1, plate_number: '粤B3600X', lot_no, event_time: now - 3 * hour },
      { event_type: 3, plate_number: '粤B3600X', lot_no, event_time: now - hour - 60_000 },
    ])
    const reason = '驾驶人提供凭证'
    for (const uuid of uuids)
      await device.call('/api/parking/check_parking_event', {
        uuid,
        verdict: 'corrected',
        plate_number: plate,
        reason,
        seen_checks: 0,
      })
    await page.goto(path)
    await expect(heading(page, words.shell.routes.business_stays)).toBeVisible()
    const field = page.getByRole('combobox', { name: text.search })
    await field.fill(plate.slice(2))
    await field.press('Enter')
    const panel = page.getByRole('complementary', { name: text.panel })
    await panel.getByRole('link', { name: sheet.title }).click()
    const one = page.getByRole('article', { name: sheet.title })
    for (const name of [text.entry, text.exit])
      await expect(one.getByRole('img', { name, exact: true })).toBeVisible()
    await expect(one).toContainText('1:59:00')
    await expect(one).toContainText(sheet.no_bill)
    await expect(one.getByRole('table', { name: sheet.events }).getByRole('row')).toHaveCount(3)
    const actions = one.getByRole('list', { name: sheet.actions }).getByRole('listitem')
    await expect(actions).toHaveCount(2)
    await expect(actions.first()).toContainText(event_detail.plate_change('粤B3600X', plate))
    await expect(actions.first()).toContainText(sheet.because(reason))
    await expect(actions.first()).toContainText('admin')
    expect(await violations(page)).toEqual([])
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1)
    const desktop = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await one.evaluate((shown) => shown.scrollWidth <= innerWidth), 'it fits a phone').toBe(true)
    await page.setViewportSize(desktop)

    // Its own address opens it again, and the axis shows the stay.
    await page.reload()
    await expect(one).toContainText(plate)
    await page.getByRole('link', { name: text.on_axis }).click()
    await expect(panel).toContainText(lot_no)
  },
)

test('if another camera took the place of the first, the sheet says which one saw what', async ({
  page,
  device,
  world,
  words,
}) => {
  const { sheet } = words.stays
  const { lot_no } = (await device.call('/api/camera/get_all_lots_no', {})).list.at(-1)!
  const now = Date.now()
  const [entry, exit] = await reportEvents(device, world, [
    { event_type: 1, plate_number: '粤B36002', lot_no, event_time: now - 3 * hour },
    { event_type: 3, plate_number: '粤B36002', lot_no, event_time: now - hour },
  ])
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  db.run(
    `INSERT INTO place
      SELECT NULL, parking_no, 'SN-REPLACED-0002', '东门南侧高杆摄像机二号（更换后）', scene_id, lot_no
      FROM place JOIN event USING (place_id) WHERE uuid = ?`,
    [exit!],
  )
  db.run('UPDATE event SET place_id = (SELECT max(place_id) FROM place) WHERE uuid = ?', [exit!])
  db.close()
  const found = async () =>
    (await device.call('/api/parking/find_stays', { plate_number: '粤B36002', limit: 1 })).list[0]
  await expect
    .poll(async () => (await found())?.identity)
    .toMatchObject({ entry_uuid: entry, exit_uuid: exit })
  const { stay } = (await found())!
  const events = page.getByRole('article', { name: sheet.title }).getByRole('table', { name: sheet.events })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`${path}?sheet=${stay}`)
    await expect(events.getByRole('row')).toHaveCount(3)
    await expect(events.getByRole('row').nth(1)).not.toContainText('SN-REPLACED-0002')
    await expect(events.getByRole('row').nth(2)).toContainText('SN-REPLACED-0002')
    expect(await events.evaluate((table) => table.scrollWidth <= table.parentElement!.clientWidth)).toBe(true)
  }
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1)
})

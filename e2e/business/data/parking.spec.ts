/** The parking event log (spec §3, §4): what is seen in the street arrives here with its pictures, is found again, and says what became of it. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillEvents } from '../../../bench/support/fill-events.ts'
import { expect, heading, test } from '../../fixtures.ts'

test.use({ stage: { name: 'parking', on_street: 2, added: 2, platform: true } })
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')

test('without events, the page says what to do next', async ({ page, words }) => {
  await page.goto('/business/data/parking')
  await expect(heading(page, words.shell.routes.business_parking)).toBeVisible()
  await expect(page.getByRole('heading', { name: words.parking.empty })).toBeVisible()
  await page.getByRole('link', { name: words.parking.empty_go }).click()
  await expect(page).toHaveURL(/\/business\/sceneConfig$/)
})

test('a car that comes is in the list within seconds, delivered, with its pictures in detail', async ({ page, world, words }) => {
  const plate = world.street.arrive(0, 1)
  const lot_no = world.street.lots(0)[1]?.lot_no ?? ''
  await page.goto('/business/data/parking')
  const row = rows(page).filter({ hasText: lot_no })
  await expect(row).toBeVisible({ timeout: 30_000 })
  await expect(row).toContainText(words.codes.event_status.sent, { timeout: 20_000 })
  await expect(row).toContainText(words.codes.event_type.entry)
  await row.getByRole('link').click()
  const detail = page.getByRole('dialog', { name: words.parking.detail })
  await expect(detail).toContainText(plate)
  await expect(detail).toContainText(words.parking.says.sent)
  for (const kind of [words.parking.kinds.image, words.parking.kinds.car, words.parking.kinds.plate]) {
    const picture = detail.getByRole('button', { name: words.parking.open_picture(kind) }).locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await expect(page).toHaveURL(/uuid=/)
  await detail.getByRole('button', { name: words.parking.open_picture(words.parking.kinds.image) }).click()
  await expect(page.getByRole('dialog', { name: words.parking.viewer })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(page).not.toHaveURL(/uuid=/)
})

test('an event that the platform refuses says so, with the reason', async ({ page, world, words }) => {
  await world.platform.setMood('refuse')
  world.street.arrive(1, 0)
  const lot_no = world.street.lots(1)[0]?.lot_no ?? ''
  await page.goto('/business/data/parking?status=4')
  const row = rows(page).filter({ hasText: lot_no })
  await expect(row).toBeVisible({ timeout: 30_000 })
  await expect(row).toContainText(words.codes.response_status.failure)
  await row.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: words.parking.detail }).getByRole('code').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await world.platform.setMood('accept')
  await page.getByRole('button', { name: words.parking.resume, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.parking.resume, exact: true }).click()
  await expect(page.getByText(words.parking.resume_done(1))).toBeVisible()
})

test.describe('with many', () => {
  test.beforeAll(async ({ device }) => {
    await device.stop()
    fillEvents(join(device.folder, 'data'), 90)
    await device.start()
  })

  for (const language of ['zh', 'tw'] as const) {
    test.describe(language, () => {
      test.use({ language })

      test('filters narrow the list, are in the address, and are reset', async ({ page, device, words }) => {
        const total = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).total
        const skipped = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1, status: 8 })).total
        await page.goto('/business/data/parking')
        const pager = page.getByRole('navigation', { name: words.shell.pager.label })
        await expect(pager).toContainText(words.shell.pager.total(total))
        await page.getByRole('combobox', { name: words.parking.status, exact: true }).selectOption({ label: words.codes.event_status.skipped })
        await expect(pager).toContainText(words.shell.pager.total(skipped))
        await expect(page).toHaveURL(/status=8/)
        await expect(rows(page)).toHaveCount(skipped)
        await page.getByRole('searchbox', { name: words.parking.plate_number }).fill('粤B9')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/plate_number=/)
        await page.getByRole('button', { name: words.parking.reset, exact: true }).first().click()
        await expect(pager).toContainText(words.shell.pager.total(total))
        await page.goBack()
        await expect(page).toHaveURL(/status=8/)
      })

      test('nothing found is said, with a way out', async ({ page, words }) => {
        await page.goto('/business/data/parking?plate_number=ZZZZZZ')
        await expect(page.getByRole('heading', { name: words.parking.nothing })).toBeVisible()
      })
    })
  }

  test('pages, and the page is in the address', async ({ page, words }) => {
    await page.goto('/business/data/parking')
    await expect(rows(page)).toHaveCount(20)
    await page.getByRole('button', { name: words.shell.pager.next }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(rows(page)).toHaveCount(20)
    await page.getByRole('combobox', { name: words.shell.pager.page_size }).selectOption({ label: words.shell.pager.size(100) })
    await expect(page).toHaveURL(/page_size=100/)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(90)
  })

  test('what comes while one reads waits above the list', async ({ page, world, words }) => {
    await page.goto('/business/data/parking')
    await expect(rows(page)).toHaveCount(20)
    const first = await rows(page).first().textContent()
    world.street.arrive(1, 2)
    const pill = page.getByRole('button', { name: words.parking.fresh(1) })
    await expect(pill).toBeVisible({ timeout: 30_000 })
    expect(await rows(page).first().textContent()).toContain(first?.slice(0, 19))
    await pill.click()
    await expect(rows(page).first()).toContainText(world.street.lots(1)[2]?.lot_no ?? '')
  })
})

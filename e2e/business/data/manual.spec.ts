/**
 * The log of manual checks (spec §2, §7 human_check): a user checks a lot, and the check becomes an event;
 * deleting requires a confirmation.
 */
import type { Page } from '@playwright/test'
import { asRole } from '#e2e/support/as-role.ts'
import { violations } from '#e2e/measures/violations.ts'
import { expect, heading, test } from '#e2e/fixtures.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true, platform: true } })
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')

test('checks a lot, lists the check, and deletes it after a confirmation', async ({ page, world, words }) => {
  const [text, parking, codes] = [words.manual, words.events, words.codes.event_type]
  const lot_no = world.street.lots(1)[0]?.lot_no ?? ''
  await page.goto('/business/data/manual?tab=log')
  await expect(heading(page, words.shell.routes.business_manual)).toBeVisible()
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
  await page.getByRole('button', { name: text.check, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: text.check })
  const submit = dialog.getByRole('button', { name: text.submit, exact: true })
  await expect(submit).toHaveAccessibleDescription(text.why_lot)
  await dialog.getByRole('combobox', { name: text.lot }).fill(lot_no)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: `${text.picture} ${lot_no}` })).toBeVisible()
  await expect(submit).toHaveAccessibleDescription(text.why_verdict)
  await dialog.getByRole('radio', { name: codes.manual_occupied_check }).check()
  await dialog.getByRole('textbox', { name: text.comment }).fill('两轮车压线')
  expect(await violations(page)).toEqual([])
  await submit.click()
  await expect(page.getByText(words.errors.messages.capture_success)).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = rows(page).filter({ hasText: lot_no })
  await expect(row).toContainText(codes.manual_occupied_check)
  await row.getByRole('link').click()
  const detail = page.getByRole('dialog', { name: parking.detail })
  await expect(detail).toContainText('两轮车压线')
  await page.keyboard.press('Escape')

  await row.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: parking.chosen_bar })
  await expect(bar).toContainText(parking.chosen(1))
  await bar.getByRole('button', { name: parking.delete, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: parking.delete_ask(1) })
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: parking.delete, exact: true }).click()
  await question.getByRole('button', { name: parking.delete, exact: true }).click()
  await expect(page.getByText(parking.deleted(1))).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
})

test('needs a picture to check, says what to do without one, and recovers when the camera is back', async ({
  page,
  world,
  words,
}) => {
  const text = words.manual
  const lot_no = world.street.lots(1)[1]?.lot_no ?? ''
  await world.cameras[1]?.setPower(false)
  await page.goto('/business/data/manual?tab=log')
  await page.getByRole('button', { name: text.check, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: text.check })
  await dialog.getByRole('combobox', { name: text.lot }).fill(lot_no)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(text.no_picture, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: text.submit, exact: true })).toHaveAccessibleDescription(
    text.why_picture,
  )
  await world.cameras[1]?.setPower(true)
  await dialog.getByRole('button', { name: text.again }).click()
  await expect(dialog.getByRole('img', { name: `${text.picture} ${lot_no}` })).toBeVisible()
})

test('a viewer may not check, and has no delete button', async ({ page, device, words }) => {
  await asRole(device, 'viewer', async () => {
    await page.goto('/business/data/manual?tab=log')
    await expect(
      page.getByRole('button', { name: words.manual.check, exact: true }).first(),
    ).toHaveAccessibleDescription(words.manual.role)
    await page.goto('/business/data/parking')
    await expect(heading(page, words.shell.routes.business_parking)).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })
})

test('a checker is led to the desk, sees only events and stays @tw', async ({ page, device, words }) => {
  await asRole(device, 'checker', async () => {
    await page.goto('/')
    await expect(heading(page, words.shell.routes.business_manual)).toBeVisible()
    await expect(page.getByRole('tab', { name: words.checks.check })).toHaveAttribute('aria-selected', 'true')
    const menu = page.getByRole('navigation', { name: words.shell.menu.label })
    await expect(menu.getByRole('link')).toHaveText([
      words.shell.routes.business_parking,
      words.shell.routes.business_stays,
      words.shell.routes.business_manual,
    ])
    for (const title of ['business_parking', 'business_stays'] as const) {
      await menu.getByRole('link', { name: words.shell.routes[title] }).click()
      await expect(heading(page, words.shell.routes[title])).toBeVisible()
    }
    await page.goto('/business/params')
    await expect(heading(page, words.shell.no_permission.title)).toBeVisible()
  })
})

test(
  'a check whose picture could not be taken says so, keeps the input, and succeeds on the next attempt',
  { tag: '@tw' },
  async ({ page, world, device, words }) => {
    const [text, codes, { messages }] = [words.manual, words.codes.event_type, words.errors]
    const lot_no = world.street.lots(1)[2]?.lot_no ?? ''
    await page.goto('/business/data/manual?tab=log')
    await page.getByRole('button', { name: text.check, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: text.check })
    await dialog.getByRole('combobox', { name: text.lot }).fill(lot_no)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('img', { name: `${text.picture} ${lot_no}` })).toBeVisible()
    await dialog.getByRole('radio', { name: codes.manual_vacancy_check }).check()
    await dialog.getByRole('textbox', { name: text.comment }).fill('空位')
    await world.cameras[1]?.setPower(false)
    const submit = dialog.getByRole('button', { name: text.submit, exact: true })
    await submit.click()
    await expect(page.getByRole('alert')).toContainText(messages.capture_failed)
    await expect(dialog.getByText(`${messages.capture_failed}：`)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: text.comment })).toHaveValue('空位')
    const { total } = await device.call('/api/parking/manual_parking_event', { page: 1, page_size: 1 })
    await world.cameras[1]?.setPower(true)
    await submit.click()
    await expect(page.getByText(messages.capture_success)).toBeVisible()
    expect((await device.call('/api/parking/manual_parking_event', { page: 1, page_size: 1 })).total).toBe(
      total + 1,
    )
  },
)

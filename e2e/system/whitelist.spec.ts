/**
 * The whitelist (spec §2, §5): access, a pasted column with an issue per line, and protection of the input.
 */
import type { Page } from '@playwright/test'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1 } })
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')

test.beforeEach(async ({ device }) => {
  const { list } = await device.call('/api/system/get_whitelist', {})
  if (list.length > 0)
    await device.call('/api/system/delete_whitelist', { list: list.map(({ address }) => address) })
})

test("an empty list admits every address; the user's own is shown", async ({ page, words }) => {
  await page.goto('/system/whitelist')
  await expect(heading(page, words.shell.routes.system_whitelist)).toBeVisible()
  await expect(page.getByRole('heading', { name: words.whitelist.everyone })).toBeVisible()
  await expect(page.getByText(words.whitelist.caller('127.0.0.1'))).toBeVisible()
  await expect(page.getByText(words.whitelist.caller_box)).toBeVisible()
})

test(
  'a pasted column: invalid lines are listed by number, valid ones are added in their normal form',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.whitelist
    await device.call('/api/system/add_whitelist', { list: [{ address: '198.51.100.7', comment: '' }] })
    await page.goto('/system/whitelist')
    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: text.dialog })
    const box = dialog.getByRole('textbox', { name: text.lines })
    await box.fill('192.0.2.77/24\t办公室\n\n192.0.2.300\n2001:DB8::1, VPN\n192.0.2.0/24\n198.51.100.7')
    await expect(dialog.getByText(text.wrong(3))).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    const remarks = dialog.getByRole('list').first().getByRole('listitem')
    await expect(remarks).toHaveCount(3)
    await expect(remarks.nth(0)).toContainText(`${text.line(3)} 192.0.2.300 ${words.errors.issues.network}`)
    await expect(remarks.nth(1)).toContainText(`${text.line(5)} 192.0.2.0/24 ${text.repeated(1)}`)
    await expect(remarks.nth(2)).toContainText(`${text.line(6)} 198.51.100.7 ${text.already_listed}`)
    await expect(dialog.getByRole('button', { name: text.save(2) })).toBeDisabled()
    await box.fill('192.0.2.77/24\t办公室\n2001:DB8::1, VPN')
    await expect(dialog.getByText(text.becomes('192.0.2.0/24'))).toBeVisible()
    await dialog.getByRole('button', { name: text.save(2) }).click()
    await expect(page.getByText(text.saved(2))).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(rows(page).filter({ hasText: '192.0.2.0/24' })).toContainText('办公室')
    await expect(rows(page).filter({ hasText: '2001:db8::1' })).toContainText('VPN')
    await expect(page.getByText(text.limited(3))).toBeVisible()
  },
)

test('closing with input asks, by button and Esc; without input closes', async ({ page, words }) => {
  const text = words.whitelist
  await page.goto('/system/whitelist')
  const open = page.getByRole('button', { name: text.add, exact: true }).first()
  const dialog = page.getByRole('dialog', { name: text.dialog })
  const question = page.getByRole('alertdialog', { name: text.leave })
  await open.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open.click()
  await dialog.getByRole('textbox', { name: text.lines }).fill('192.0.2.1')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: text.stay }).click()
  await expect(dialog.getByRole('textbox', { name: text.lines })).toHaveValue('192.0.2.1')
  await dialog.getByRole('button', { name: text.cancel, exact: true }).click()
  await question.getByRole('button', { name: text.leave_go }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: text.everyone })).toBeVisible()
})

test(
  'an address that another user has added is reported at its line, and the input is kept',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.whitelist
    await page.goto('/system/whitelist')
    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: text.dialog })
    const box = dialog.getByRole('textbox', { name: text.lines })
    await box.fill('192.0.2.1\n192.0.2.2')
    await device.call('/api/system/add_whitelist', { list: [{ address: '192.0.2.2', comment: '' }] })
    await dialog.getByRole('button', { name: text.save(2) }).click()
    await expect(dialog.getByRole('listitem')).toContainText(`${text.line(2)} 192.0.2.2`)
    await expect(box).toHaveValue('192.0.2.1\n192.0.2.2')
    expect((await device.call('/api/system/get_whitelist', {})).total).toBe(1)
  },
)

test('deleting asks, for one and several, and explains an empty list', async ({ page, device, words }) => {
  const text = words.whitelist
  await device.call('/api/system/add_whitelist', {
    list: ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => ({ address, comment: '' })),
  })
  await page.goto('/system/whitelist')
  await page.getByRole('button', { name: text.delete_one('192.0.2.2') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(text.delete_effect)
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: text.delete_one('192.0.2.2') }).click()
  await question.getByRole('button', { name: text.delete, exact: true }).click()
  await expect(page.getByText(text.deleted(1))).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: text.select_all }).check()
  await page.getByRole('button', { name: text.delete_many(2) }).click()
  await expect(question).toContainText(text.delete_last)
  await question.getByRole('button', { name: text.delete, exact: true }).click()
  await expect(page.getByRole('heading', { name: text.everyone })).toBeVisible()
})

test('the device always admits its own addresses', async ({ page, device, words }) => {
  await device.call('/api/system/add_whitelist', { list: [{ address: '203.0.113.0/24', comment: '' }] })
  await page.goto('/system/whitelist')
  await expect(page.getByText(words.whitelist.caller_box)).toBeVisible()
  await device.call('/api/system/delete_whitelist', { list: ['203.0.113.0/24'] })
})

/** Users and roles: create, disable, reset, delete; the last administrator; own sessions; the role table. */
import type { Page } from '@playwright/test'
import { expect, heading, password as device_password, test, username } from '../fixtures.ts'
import { asRole } from '../support/as-role.ts'
import { forgetPassword } from '../support/forget-password.ts'

test.use({ stage: { on_street: 1 } })
test.describe.configure({ mode: 'serial' })

const rowOf = (page: Page, name: string) => page.locator('tbody').getByRole('row').filter({ hasText: name })

test('a user is created, signs in with the one-time password and must choose another', async ({
  page,
  browser,
  device,
  words,
}) => {
  const text = words.people
  await page.goto('/system/users')
  await expect(heading(page, words.shell.routes.system_users)).toBeVisible()
  await page.getByRole('button', { name: text.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: text.add_title })
  await dialog.getByRole('button', { name: text.add, exact: true }).click()
  await expect(dialog.getByText(text.required)).toBeVisible()
  await dialog.getByLabel(text.username).fill('Admin')
  await dialog.getByRole('button', { name: text.add, exact: true }).click()
  await expect(dialog.getByLabel(text.username)).toHaveAccessibleDescription(words.errors.issues.duplicate)
  await dialog.getByLabel(text.username).fill('li.na')
  await dialog.getByLabel(text.name, { exact: true }).fill('李娜')
  await dialog.getByRole('radio', { name: words.codes.role.viewer }).check()
  await dialog.getByRole('button', { name: text.add, exact: true }).click()
  const shown = page.getByRole('dialog', { name: text.once_title })
  const password = (await shown.getByRole('definition').nth(1).innerText()).trim()
  await shown.getByRole('checkbox', { name: text.noted }).check()
  await shown.getByRole('button', { name: text.done }).click()
  await expect(rowOf(page, 'li.na')).toContainText(text.first_password)

  const other = await browser.newContext({ baseURL: device.address, locale: 'zh-CN' })
  const phone = await other.newPage()
  await phone.goto('/login')
  await phone.getByLabel(words.login.username).fill('li.na')
  await phone.getByLabel(words.login.password, { exact: true }).fill(password)
  await phone.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(phone.getByRole('heading', { name: words.login.first.title })).toBeVisible()
  await other.close()
})

test(
  'a user is disabled, reset and deleted; the last administrator stays',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.people
    await device.call('/api/user/add_user', { username: 'temp', name: '', role: 'operator' })
    await page.goto('/system/users')
    await page.getByRole('button', { name: text.edit_of('temp') }).click()
    const dialog = page.getByRole('dialog', { name: text.edit_title('temp') })
    await dialog.getByRole('switch', { name: text.may_sign_in }).uncheck()
    await dialog.getByRole('button', { name: text.save }).click()
    await expect(rowOf(page, 'temp')).toContainText(text.disabled)
    await page.getByRole('button', { name: text.reset_of('temp') }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.reset }).click()
    const shown = page.getByRole('dialog', { name: text.once_title })
    await shown.getByRole('checkbox', { name: text.noted }).check()
    await shown.getByRole('button', { name: text.done }).click()
    await page.getByRole('button', { name: text.remove_of('temp') }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.remove, exact: true }).click()
    await expect(page.getByText(text.removed('temp'))).toBeVisible()
    await expect(rowOf(page, 'temp')).toHaveCount(0)

    const remove_last = page.getByRole('button', { name: text.remove_of(username) })
    await expect(remove_last).toHaveAccessibleDescription(text.last_admin)
    const reset_last = page.getByRole('button', { name: text.reset_of(username) })
    await expect(reset_last).toHaveAccessibleDescription(text.last_admin_reset)
    await page.getByRole('button', { name: text.edit_of(username) }).click()
    const own = page.getByRole('dialog', { name: text.edit_title(username) })
    await expect(own.getByRole('switch', { name: text.may_sign_in })).toBeDisabled()
    await expect(own.getByRole('radio', { name: words.codes.role.viewer })).toBeDisabled()
  },
)

test('a user sees their own sessions and ends another one', async ({ page, device, words }) => {
  const text = words.people
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0'
  const signed_in = await fetch(`${device.address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ username, password: device_password }),
  })
  const { token } = ((await signed_in.json()) as { data: { token: string } }).data
  await page.goto('/dashboard')
  await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
  await page.getByRole('menuitem', { name: words.shell.user.sessions }).click()
  const dialog = page.getByRole('dialog', { name: text.sessions_title })
  await expect(dialog.getByText(text.current)).toBeVisible()
  await dialog.getByRole('button', { name: text.end_of('Firefox 140 · Windows') }).click()
  await expect(page.getByText(text.ended)).toBeVisible()
  await expect(dialog.getByText('Firefox 140')).toHaveCount(0)
  const replayed = await fetch(`${device.address}/api/device/get_address`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  expect(((await replayed.json()) as { code: number }).code).toBe(4000)
})

test('an act that gives access asks for the password again, and then continues with the input', async ({
  page,
  device,
  words,
}) => {
  const [text, ask] = [words.people, words.shell.confirm_password]
  await page.goto('/system/users')
  await page.getByRole('button', { name: text.add, exact: true }).click()
  const form = page.getByRole('dialog', { name: text.add_title })
  await form.getByLabel(text.username).fill('typed.once')
  forgetPassword(device)
  await form.getByRole('button', { name: text.add, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: ask.title })
  await dialog.getByRole('button', { name: words.shell.cancel }).click()
  await expect(page.getByText(words.errors.codes.password_needed)).toBeVisible()
  await form.getByRole('button', { name: text.add, exact: true }).click()
  await dialog.getByLabel(ask.password, { exact: true }).fill('not-this-1')
  await dialog.getByRole('button', { name: ask.submit }).click()
  await expect(dialog.getByText(ask.wrong)).toBeVisible()
  await dialog.getByLabel(ask.password, { exact: true }).fill(device_password)
  await dialog.getByRole('button', { name: ask.submit }).click()
  const shown = page.getByRole('dialog', { name: text.once_title })
  await expect(shown.getByText('typed.once')).toBeVisible()
})

test('the roles are shown by page, down to each operation', { tag: '@tw' }, async ({ page, words }) => {
  await page.goto('/system/users')
  const roles = page.getByRole('region', { name: words.people.table_title })
  await roles.getByText(words.shell.routes.system_whitelist).click()
  const row = roles.getByRole('row', { name: words.log.calls.add_whitelist })
  await expect(row.getByRole('cell')).toContainText([
    words.people.may,
    words.people.may_not,
    words.people.may_not,
  ])
})

test('an operator cannot open the page of users', async ({ page, device, words }) => {
  await asRole(device, 'operator', async () => {
    await page.goto('/system/users')
    await expect(heading(page, words.shell.no_permission.title)).toBeVisible()
  })
})

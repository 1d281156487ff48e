/**
 * Failures (spec §8): a dead server, an ended session, a refusal. Input is never lost. Long because each
 * failure is a separate scenario.
 */
import type { Page } from '@playwright/test'
import { expect, heading, password, test, username } from './fixtures.ts'
import { server_gone } from '#e2e/support/watch.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

// A device without a name cannot save its address: the name is required.
test.beforeEach(
  async ({ device }) => void (await device.call('/api/device/set_basic_info', { name: '测试箱' })),
)

/** Ends the session of the page's token on the device, as a password change in another browser would. */
async function revoke(page: Page, address: string): Promise<void> {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'Admin-Token')?.value ?? ''
  await fetch(`${address}/api/user/logout`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
}

test('a dead server shows a banner that disappears by itself, and the form keeps its input', async ({
  counting,
  page,
  device,
  words,
  allow,
  language,
}) => {
  allow(server_gone, 'the server is killed on purpose')
  const typed = `灯杆 17 ${language}`
  await page.goto('/device/base')
  await counting('offline')
  await box(page, words.device.detail_address).fill(typed)
  const placed = await box(page, words.device.detail_address).boundingBox()
  await device.stop('power cut')
  await page.getByRole('button', { name: words.forms.save, exact: true }).click()
  const banner = page.getByRole('alert').filter({ hasText: words.shell.connection_lost.title })
  await expect(banner).toBeVisible()
  await expect(banner).toContainText(words.shell.connection_lost.asking)
  expect(await box(page, words.device.detail_address).boundingBox(), 'the page stays').toEqual(placed)
  await device.start()
  await expect(banner).toBeHidden()
  await expect(page.getByText(words.shell.connection_lost.back)).toBeVisible()
  await expect(box(page, words.device.detail_address)).toHaveValue(typed)
  await page.getByRole('button', { name: words.forms.save, exact: true }).click()
  await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
  expect((await device.call('/api/device/get_address', {})).detail_address).toBe(typed)
})

test(
  'a session ends while a form is dirty: the user signs in on the spot, and the form is saved',
  { tag: '@tw' },
  async ({ page, device, words, language }) => {
    const typed = `接线盒 ${language}`
    await page.goto('/device/base')
    await box(page, words.device.detail_address).fill(typed)
    await revoke(page, device.address)
    await page.getByRole('button', { name: words.forms.save, exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: words.shell.relogin.title })
    await dialog.getByLabel(words.shell.relogin.username, { exact: true }).fill(username)
    await dialog.getByLabel(words.shell.relogin.password, { exact: true }).fill('not-this-1')
    await dialog.getByRole('button', { name: words.shell.relogin.submit }).click()
    await expect(dialog.getByText(words.shell.relogin.wrong)).toBeVisible()
    await dialog.getByLabel(words.shell.relogin.password, { exact: true }).fill(password)
    await dialog.getByRole('button', { name: words.shell.relogin.submit }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
    await expect(box(page, words.device.detail_address)).toHaveValue(typed)
    expect((await device.call('/api/device/get_address', {})).detail_address).toBe(typed)
  },
)

test('code 4000 on a clean page clears the token and opens the login, which says why', async ({
  page,
  device,
  context,
  words,
}) => {
  await page.goto('/business/data/parking?status=2')
  await expect(heading(page, words.shell.routes.business_parking)).toBeVisible()
  await revoke(page, device.address)
  // A poll may detect it first and leave the page before the button is pressed.
  await Promise.race([
    page
      .getByRole('button', { name: words.events.refresh, exact: true })
      .click()
      .catch(() => undefined),
    page.waitForURL(/\/login/),
  ])
  await expect(page).toHaveURL(`${device.address}/login?redirect=/business/data/parking&status=2`)
  await expect(page.getByText(words.login.reasons.expired)).toBeVisible()
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('Admin-Token')
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${device.address}/business/data/parking?status=2`)
})

test('a refusal is shown as a sentence in a toast for five seconds', async ({ page, world, words }) => {
  await page.goto('/business/sceneConfig')
  const camera = world.cameras[0]
  await camera?.setPower(false)
  await page.getByRole('button', { name: words.camera.picture.take_of(camera?.name ?? '') }).click()
  const toast = page.getByRole('region', { name: words.shell.toasts.label }).getByRole('alert')
  await expect(toast).toContainText(words.errors.codes.failed)
  const seen = Date.now()
  await camera?.setPower(true)
  await expect(toast).toBeHidden()
  expect(Date.now() - seen).toBeGreaterThan(3_500)
})

test(
  'a save with invalid fields shows one message with their number',
  { tag: '@tw' },
  async ({ page, words }) => {
    await page.goto('/device/base')
    await box(page, words.device.longitude).fill('180.5')
    await box(page, words.device.latitude).fill('91')
    await page.getByRole('button', { name: words.forms.save, exact: true }).click()
    const toasts = page.getByRole('region', { name: words.shell.toasts.label })
    await expect(toasts.getByRole('alert')).toHaveText(new RegExp(words.errors.form_wrong(2)))
    await expect(page.getByText(words.errors.issues.longitude)).toBeVisible()
    await expect(box(page, words.device.longitude)).toBeFocused()
    await page.getByRole('button', { name: words.forms.undo }).click()
  },
)

test(
  'a toast covers neither the title nor Save, on a desktop and on a phone',
  { tag: '@tw' },
  async ({ page, words }) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/device/base')
      const district = box(page, words.device.district)
      await district.fill(`龍崗 ${width} ${Date.now() % 1000}`)
      const save = page.getByRole('button', { name: words.forms.save, exact: true })
      const places = await Promise.all(
        [heading(page, words.shell.routes.device_base), save].map((one) => one.boundingBox()),
      )
      await save.click()
      const toast = page.getByText(words.errors.messages.update_success)
      await expect(toast).toBeVisible()
      const over = (await toast.boundingBox())!
      for (const place of places)
        expect(
          place!.x + place!.width <= over.x ||
            over.x + over.width <= place!.x ||
            place!.y + place!.height <= over.y ||
            over.y + over.height <= place!.y,
          `${width} px`,
        ).toBe(true)
    }
  },
)

test('an unsaved form is restored after a reload', async ({ page, words }) => {
  await page.goto('/device/base')
  await box(page, words.device.district).fill('福田区')
  await page.reload()
  await expect(box(page, words.device.district)).toHaveValue('福田区')
  await expect(page.getByText(words.forms.restored)).toBeVisible()
  await page.getByRole('button', { name: words.forms.undo }).click()
})

test('an ended session on a dirty form: after cancelling, the login returns to the restored form', async ({
  page,
  device,
  context,
  words,
}) => {
  await page.goto('/device/base')
  await box(page, words.device.district).fill('罗湖区')
  await revoke(page, device.address)
  await page.getByRole('button', { name: words.forms.save, exact: true }).click()
  await page
    .getByRole('alertdialog', { name: words.shell.relogin.title })
    .getByRole('button', { name: words.shell.relogin.cancel, exact: true })
    .click()
  // The dead token is removed; the input stays on the page (spec §8).
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .not.toContain('Admin-Token')
  await expect(box(page, words.device.district)).toHaveValue('罗湖区')
  await page.goto('/device/base')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(box(page, words.device.district)).toHaveValue('罗湖区')
})

test(
  'the footer of a list that cannot be loaded shows no count',
  { tag: '@tw' },
  async ({ page, context, device, words, allow }) => {
    allow(server_gone, 'the server is stopped on purpose')
    const pagerOf = (one: Page) => one.getByRole('navigation', { name: words.shell.pager.label })
    const events = await context.newPage()
    await events.goto('/business/data/parking')
    await expect(pagerOf(events).getByText(words.event_list.total(0))).toBeVisible()
    await page.goto('/system/log')
    await expect(pagerOf(page)).toContainText(/\d/)
    await device.stop('power cut')
    await page.getByLabel(words.log.level).selectOption({ label: words.codes.log_level.ERROR })
    await expect(page.getByText(words.log.failed)).toBeVisible()
    await expect(pagerOf(page)).toBeVisible()
    await expect(pagerOf(page).getByText(words.shell.pager.total(0))).toHaveCount(0)
    await events
      .getByRole('search')
      .getByRole('combobox', { name: words.events.status })
      .selectOption({ index: 1 })
    await expect(events.getByText(words.events.failed)).toBeVisible()
    await expect(pagerOf(events).getByText(words.event_list.total(0))).toHaveCount(0)
    await device.start()
    await expect(page.getByText(words.log.failed)).toBeHidden()
  },
)

test('polls that fail show one banner and no toast', async ({ page, device, words, allow }) => {
  allow(server_gone, 'the server is stopped on purpose')
  await page.clock.install()
  await page.goto('/dashboard?health=open')
  await expect(page.getByText('street-analysis')).toBeVisible()
  await device.stop()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert').filter({ hasText: words.shell.connection_lost.title })).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('region', { name: words.shell.toasts.label }).getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('street-analysis')).toBeVisible()
  await device.start()
  const banner = page.getByRole('alert').filter({ hasText: words.shell.connection_lost.title })
  // The page tries again by itself, too; then the button goes before it is pressed.
  const retry = page.getByRole('button', { name: words.shell.connection_lost.retry })
  await Promise.race([retry.click(), banner.waitFor({ state: 'hidden' })])
  await expect(banner).toBeHidden()
})

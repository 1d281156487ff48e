/**
 * A bad link: pages that cannot be downloaded, and saves whose answer is lost. Long because every way to
 * lose an answer is a test.
 */
import type { Page } from '@playwright/test'
import type { Path } from '@parking/contract'
import { expect, heading, test } from './fixtures.ts'
import { lost_line, startLossyLine } from './support/lossy-line.ts'
import { startProxy } from './support/proxy.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })

const menu = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('link', { name, exact: true })
const wasReloaded = (page: Page) =>
  page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return document?.type === 'reload'
  })
const group = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('button', { name, exact: true })

test('a page that cannot be downloaded shows a message, and opens by itself when the link is back', async ({
  page,
  context,
  words,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module|preload/, 'the link is cut on purpose')
  const { routes, connection_lost } = words.shell
  await page.goto('/dashboard')
  await expect(heading(page, routes.dashboard)).toBeVisible()
  await group(page, routes.device).click()
  await context.setOffline(true)
  await menu(page, routes.device_time).click()

  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText(words.errors.page_missing)
  await expect(main.getByRole('alert')).toContainText(words.errors.page_missing_hint)
  const banner = page.getByRole('alert').filter({ hasText: connection_lost.title })
  await expect(banner).toBeVisible()
  await expect(menu(page, routes.device_time)).toHaveAttribute('aria-current', 'page')
  // The frame still works: a page that was loaded before opens, and the missing one can be retried.
  await menu(page, routes.dashboard).click()
  await expect(heading(page, routes.dashboard)).toBeVisible()
  await menu(page, routes.device_time).click()
  await main.getByRole('alert').getByRole('button', { name: words.errors.retry }).click()
  await expect(main.getByRole('alert')).toContainText(words.errors.page_missing)

  await context.setOffline(false)
  await expect(heading(page, routes.device_time)).toBeVisible()
  await expect(main.getByText(words.errors.page_missing)).toBeHidden()
  await expect(banner).toBeHidden()
  expect(await wasReloaded(page), 'the document is the same').toBe(false)
})

test('a tab that cannot be downloaded opens when the link is back, and no input is lost', async ({
  page,
  context,
  words,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module|preload/, 'the link is cut on purpose')
  await page.goto('/business/params')
  const field = page.getByRole('textbox', { name: words.alg.fields.track_seconds.label })
  await field.fill('7')
  await context.setOffline(true)
  await page.getByRole('tab', { name: words.params.tabs.alarm }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words.errors.page_missing)
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: words.alarm.fields.from_email })).toBeVisible()
  expect(await wasReloaded(page)).toBe(false)
  await page.getByRole('tab', { name: words.params.tabs.alg }).click()
  await expect(field).toHaveValue('7')
  await page.getByRole('button', { name: words.forms.undo }).click()
})

test(
  'the palette, never opened before, waits for the link',
  { tag: '@tw' },
  async ({ page, context, words, allow }) => {
    allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module|preload/, 'the link is cut on purpose')
    await page.goto('/dashboard?health=open')
    await expect(page.getByText('street-analysis')).toBeVisible()
    await context.setOffline(true)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('alert').filter({ hasText: words.shell.connection_lost.title })).toBeVisible()
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: words.shell.palette.title })).toBeVisible()
  },
)

test('a save whose answer is lost is saved, without a conflict', async ({ page, device, words, allow }) => {
  allow(/another origin/, 'the line has an address of its own')
  allow(lost_line, 'the answer is lost on purpose')
  const line = await startLossyLine(device)
  try {
    await page.goto(`${line.address}/business/params`)
    const field = page.getByRole('textbox', { name: words.alg.fields.track_seconds.label })
    const save = page.getByRole('button', { name: words.forms.save, exact: true })
    await field.fill('9')
    line.loseAnswer('/api/parking/update_alg_param')
    await save.click()
    await expect.poll(line.lost).toBe(1)
    expect((await device.call('/api/parking/get_alg_param', {})).track_seconds).toBe(9)
    await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
    await expect(page.getByRole('region', { name: words.forms.unsaved })).toBeHidden()
    await expect(page.getByText(words.forms.meanwhile.notice)).toBeHidden()

    // The next edit is based on that save, so a second save is not a conflict either.
    await field.fill('11')
    await save.click()
    await expect
      .poll(async () => (await device.call('/api/parking/get_alg_param', {})).track_seconds)
      .toBe(11)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(save).toBeHidden()
  } finally {
    await page.close()
    line.stop()
  }
})

test(
  'the retention rule, which has no revision, counts as saved although its answer was lost',
  { tag: '@tw' },
  async ({ page, device, words, allow }) => {
    allow(/another origin/, 'the line has an address of its own')
    allow(lost_line, 'the answer is lost on purpose')
    const line = await startLossyLine(device)
    try {
      await page.goto(`${line.address}/device/storage`)
      const field = page.getByRole('textbox', { name: words.disk.keep.fields.manual_days, exact: true })
      const days = Number(await field.inputValue()) + 5
      await field.fill(String(days))
      line.loseAnswer('/api/parking/update_retention')
      await page.getByRole('button', { name: words.forms.save, exact: true }).click()
      await expect.poll(line.lost).toBe(1)
      expect((await device.call('/api/parking/get_retention', {})).manual_days).toBe(days)
      await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
      await expect(page.getByText(words.forms.meanwhile.notice)).toBeHidden()
      await expect(field).toHaveValue(String(days))
    } finally {
      await page.close()
      line.stop()
    }
  },
)

test(
  'a network trial whose start and whose confirmation are not answered is shown, and is kept',
  { tag: '@tw' },
  async ({ page, context, browser, device, language, words, allow }) => {
    allow(/another origin/, 'the line has an address of its own')
    allow(lost_line, 'the answers are lost on purpose')
    const text = words.network
    const line = await startLossyLine(device)
    try {
      const cookies = [
        { name: 'language', value: language, url: line.address },
        { name: 'Admin-Token', value: await device.signIn(), url: line.address },
      ]
      await context.addCookies(cookies)
      await page.goto(`${line.address}/device/netwrok`)
      await page.getByRole('textbox', { name: text.dns_main }).fill('192.0.2.153')
      const card = page.getByLabel(text.dns_title, { exact: true })
      await card.getByRole('button', { name: text.review }).click()
      line.loseAnswer('/api/device/set_dns')
      await page
        .getByRole('dialog', { name: text.dialog.dns })
        .getByRole('button', { name: text.start_trial })
        .click()
      const trial = page.getByRole('region', { name: text.trial_title.dns })
      await expect(trial.getByRole('timer')).toContainText(/\d/)
      expect(line.lost()).toBe(1)
      // Another browser of the same user, on another page, and this one after a reload.
      const other = await browser.newContext()
      await other.addCookies(cookies)
      const second = await other.newPage()
      await second.goto(`${line.address}/dashboard`)
      await expect(second.getByRole('region', { name: words.shell.trial.running })).toBeVisible()
      await other.close()
      await page.reload()
      line.loseAnswer('/api/device/confirm_trial')
      await trial.getByRole('button', { name: text.keep }).click()
      await expect(page.getByRole('heading', { name: text.confirmed })).toBeVisible()
      expect(line.lost()).toBe(2)
    } finally {
      await line.stop()
    }
  },
)

test('a read that always fails repeats no other, no banner', async ({ page, device, words, allow }) => {
  allow(/another origin/, 'the line has an address of its own')
  allow(lost_line, 'the answer is lost on purpose')
  const asked: string[] = []
  const line = await startProxy(device, (path) => {
    asked.push(path)
    return path === '/api/parking/param_state' ? 'lose' : undefined
  })
  const times = (path: Path) => asked.filter((one) => one === path).length
  try {
    await page.clock.install()
    await page.goto(`${line.address}/business/params?tab=storage`)
    await expect(page.getByRole('textbox', { name: words.object_storage.fields.endpoint })).toBeVisible()
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return times('/api/parking/param_state')
      })
      .toBeGreaterThan(8)
    expect(times('/api/parking/storage_key_facts')).toBe(1)
    await expect(page.getByText(words.shell.connection_lost.title)).toHaveCount(0)
    await expect(page.getByText(words.shell.connection_lost.back)).toHaveCount(0)
  } finally {
    await page.close()
    line.stop()
  }
})

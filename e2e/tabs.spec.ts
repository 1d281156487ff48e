/**
 * The tab bar of visited views (spec §2): kept state, refresh, close, close others, close all, fixed tab,
 * keyboard.
 */
import type { Page } from '@playwright/test'
import { expect, heading, test } from './fixtures.ts'
import { dictionaries } from './support/words.ts'

const go = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('link', { name, exact: true }).click()
const bar = (page: Page) => page.getByRole('navigation', { name: dictionaries.zh.shell.tabs.label })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })
const menu = async (page: Page, name: string, item: string) => {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tags-view', '1'))
})

test('tabs keep the state of their view until they are refreshed', async ({ page, device, words }) => {
  const { city: kept } = await device.call('/api/device/get_address', {})
  const city = page.getByRole('textbox', { name: words.device.city, exact: true })
  await page.goto('/device/base')
  await city.fill('珠海市')
  await go(page, words.shell.routes.device_time)
  await expect(heading(page, words.shell.routes.device_time)).toBeVisible()
  await tab(page, words.shell.routes.device_base).click()
  await expect(city).toHaveValue('珠海市')
  await page.getByRole('button', { name: words.forms.undo }).click()
  await expect(city).toHaveValue(kept)
  await menu(page, words.shell.routes.device_base, words.shell.tabs.refresh)
  await expect(page).toHaveURL(/\/device\/base$/)
  await expect(city).toHaveValue(kept)
})

test('close one, close the others, close all; the fixed one stays', async ({ page, words }) => {
  const titles = words.shell.routes
  await page.goto('/device/base')
  for (const name of [titles.device_network, titles.device_time, titles.device_storage]) {
    await go(page, name)
    await expect(heading(page, name)).toBeVisible()
  }
  await expect(bar(page).getByRole('link')).toHaveText([
    titles.dashboard,
    titles.device_base,
    titles.device_network,
    titles.device_time,
    titles.device_storage,
  ])
  await expect(
    page.getByRole('button', { name: words.shell.tabs.close_named(titles.dashboard) }),
  ).toHaveCount(0)

  await page.getByRole('button', { name: words.shell.tabs.close_named(titles.device_storage) }).click()
  await expect(heading(page, titles.device_time)).toBeVisible()
  await tab(page, titles.device_time).click({ button: 'middle' })
  await expect(bar(page).getByRole('link')).toHaveText([
    titles.dashboard,
    titles.device_base,
    titles.device_network,
  ])

  await menu(page, titles.device_base, words.shell.tabs.close_others)
  await expect(bar(page).getByRole('link')).toHaveText([titles.dashboard, titles.device_base])
  await expect(heading(page, titles.device_base)).toBeVisible()

  await tab(page, titles.dashboard).click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([
    words.shell.tabs.refresh,
    words.shell.tabs.close_others,
    words.shell.tabs.close_all,
  ])
  await page.keyboard.press('Escape')
  await menu(page, titles.device_base, words.shell.tabs.close_all)
  await expect(bar(page).getByRole('link')).toHaveText([titles.dashboard])
  await expect(heading(page, titles.dashboard)).toBeVisible()
})

test('the arrow keys move between tabs', async ({ page, words }) => {
  await page.goto('/device/time')
  await tab(page, words.shell.routes.device_time).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, words.shell.routes.dashboard)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
  await expect(tab(page, words.shell.routes.dashboard)).toHaveAttribute('aria-current', 'page')
})

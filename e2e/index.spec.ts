/**
 * The Setting page (spec §2, §9): each choice applies at once and is kept; the template's demo list is paged.
 */
import { expect, heading, test } from './fixtures.ts'
import { dictionaries } from './support/words.ts'

test('tab bar, theme and size apply at once and survive a reload', async ({ page, words }) => {
  await page.goto('/index')
  await expect(heading(page, words.shell.routes.setting)).toBeVisible()
  const bar = page.getByRole('navigation', { name: words.shell.tabs.label })
  await expect(bar).toBeHidden()
  await page.getByRole('switch', { name: words.setting.tags_view }).click({ force: true })
  await expect(bar.getByRole('link', { name: words.shell.routes.setting })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('radio', { name: words.shell.themes.dark }).click({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: words.shell.sizes.large, exact: true }).click({ force: true })
  await expect(page.getByText(words.shell.size_switched)).toBeVisible()
  await page.reload()
  await expect(bar.getByRole('link', { name: words.shell.routes.setting })).toBeVisible()
  await expect(page.getByRole('radio', { name: words.shell.themes.dark })).toBeChecked()
  await expect(page.getByRole('radio', { name: words.shell.sizes.large, exact: true })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-size', 'large')
})

test('the language changes everything on the page, without a reload', async ({ page, words }) => {
  await page.goto('/index')
  await page.getByRole('radio', { name: words.shell.language_names.tw }).click({ force: true })
  const { shell, setting } = dictionaries.tw
  await expect(heading(page, shell.routes.setting)).toBeVisible()
  await expect(page.getByText(shell.language_switched)).toBeVisible()
  await expect(page).toHaveTitle(`${shell.routes.setting} - WEB Admin`)
  await expect(page.getByRole('switch', { name: setting.tags_view })).toBeAttached()
  await expect(page.getByRole('link', { name: shell.routes.dashboard }).first()).toBeVisible()
})

test('the demo list is paged, and the page is in the address', async ({ page, words }) => {
  await page.goto('/index')
  const demo = page.getByRole('region', { name: words.setting.demo })
  await expect(demo.getByRole('row')).toHaveCount(0)
  await demo.getByRole('button', { name: words.setting.demo_show }).click()
  await expect(demo.getByRole('row')).toHaveCount(21)
  await demo.getByRole('button', { name: words.shell.pager.page(4) }).click()
  await expect(demo.getByRole('row')).toHaveCount(5)
  await expect(page).toHaveURL(/page=4/)
  await page.goBack()
  await expect(demo.getByRole('row')).toHaveCount(21)
  await demo
    .getByRole('combobox', { name: words.shell.pager.page_size })
    .selectOption({ label: words.shell.pager.size(100) })
  await expect(demo.getByRole('row')).toHaveCount(65)
})

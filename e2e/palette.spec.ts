/**
 * The command palette: Ctrl-K finds pages in either script and by pinyin initials, and runs the header's
 * commands.
 */
import { expect, heading, test } from './fixtures.ts'

for (const [language, typed, title] of [
  ['zh', '停车事件', 'business_parking'],
  ['zh', 'tcsj', 'business_parking'],
  ['tw', '網路', 'device_network'],
] as const) {
  test.describe(language, () => {
    test.use({ language })
    test(`Ctrl-K finds ${typed}`, async ({ page, words }) => {
      await page.goto('/dashboard?health=open')
      await expect(page.getByText('street-analysis')).toBeVisible()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: words.shell.palette.title })
      await palette.getByRole('combobox').fill(typed)
      await expect(palette.getByRole('option').first()).toContainText(words.shell.routes[title])
      await page.keyboard.press('Enter')
      await expect(palette).toBeHidden()
      await expect(heading(page, words.shell.routes[title])).toBeVisible()
    })
  })
}

test('runs the header commands, closes with Escape, and says when nothing is found', async ({
  page,
  words,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: words.shell.header.search }).click()
  const palette = page.getByRole('dialog', { name: words.shell.palette.title })
  await palette.getByRole('combobox').fill('zzzzzz')
  await expect(palette.getByText(words.shell.palette.none)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('dark')
  await palette.getByRole('option').first().click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

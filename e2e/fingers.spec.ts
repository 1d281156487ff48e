/** A phone in the hand: whatever is pressed measures 44 px, and no field makes the browser zoom in. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { small } from './fingers.ts'
import { pagePaths, tabPaths } from './support/pages.ts'
import { reportEvents, unsure } from './support/report-events.ts'

test.use({
  stage: { on_street: 1, added: 1, platform: true },
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

test.beforeAll(async ({ device, world }) => {
  await reportEvents(device, world, [{ plate_number: '粤B1O345', ...unsure }, { plate_number: '' }])
})

/** Waits until nothing loads any more, then measures. */
async function tooSmall(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  return small(page)
}

async function everyPage(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    expect.soft(await tooSmall(page), path).toEqual([])
  }
}

test('every page can be used by finger', async ({ page }) => {
  test.slow() // it opens every page
  await everyPage(page, pagePaths)
})

test('every tab can be used by finger', { tag: '@tw' }, async ({ page }) => {
  test.slow()
  await everyPage(page, tabPaths)
})

test.describe('signed out', () => {
  test.use({ signed_in: false })

  test('the login can be used by finger', async ({ page, words }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: words.login.title })).toBeVisible()
    expect(await tooSmall(page)).toEqual([])
  })
})

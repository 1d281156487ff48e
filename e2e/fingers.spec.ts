/**
 * Touch on a phone: every control measures at least 44 px, no field makes the browser zoom in, and nothing
 * moves while a page opens.
 */
import type { Page } from '@playwright/test'
import { expect, heading, test } from './fixtures.ts'
import { small } from './measures/fingers.ts'
import { layoutShift, max_shift } from './measures/layout-shift.ts'
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

/** Waits until loading has ended, then measures. */
async function tooSmall(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  return small(page)
}

async function everyPage(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    expect.soft(await tooSmall(page), path).toEqual([])
    const { sum, moved } = await layoutShift(page)
    expect.soft(sum, `${path} moved: ${moved}`).toBeLessThanOrEqual(max_shift)
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

test(
  'the scene editor, a camera in detail and the form of a new camera can be used by finger',
  { tag: '@tw' },
  async ({ page, device }) => {
    const [scene] = (await device.call('/api/camera/get_scenes', {})).list
    const at = new URLSearchParams({ camera_sn: scene?.camera_sn ?? '', scene_id: scene?.scene_id ?? '' })
    await page.goto(`/business/sceneConfig/scene?${at}`)
    expect.soft(await tooSmall(page)).toEqual([])
    await page.goto(`/business/sceneConfig?camera_sn=${scene?.camera_sn}`)
    await page.getByRole('dialog').waitFor()
    expect.soft(await tooSmall(page)).toEqual([])
    await page.goto('/business/sceneConfig?add=onvif')
    await page.getByRole('dialog').waitFor()
    expect.soft(await tooSmall(page)).toEqual([])
  },
)

test('the drawer, a menu and a dialog can be used by finger', async ({ page, words }) => {
  await page.goto('/system/operation')
  await heading(page, words.shell.routes.system_operation).waitFor()
  await page.getByRole('button', { name: words.shell.menu.open }).tap()
  expect.soft(await tooSmall(page), 'drawer').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: new RegExp(words.shell.header.user) }).tap()
  await page.getByRole('menu').waitFor()
  expect.soft(await tooSmall(page), 'menu').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.operation.reboot.act }).tap()
  await page.getByText(words.operation.reboot.nothing_runs).waitFor()
  expect.soft(await tooSmall(page), 'dialog').toEqual([])
})

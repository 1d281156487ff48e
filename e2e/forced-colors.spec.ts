/**
 * Forced colours: the system replaces backgrounds and shadows, and no information that they carried is lost.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, heading, test } from './fixtures.ts'
import { violations } from './measures/violations.ts'

test.use({
  stage: { on_street: 1, added: 1, platform: true },
  contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
})

/** The colours of an element or of one of its pseudo-elements. */
const colours = (element: Locator, part?: '::before' | '::after') =>
  element.evaluate((node, pseudo) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(node, pseudo)
    return { backgroundColor, borderTopColor, borderTopWidth }
  }, part)

/**
 * Ignores contrast: Chromium paints texts in the system's colours, but axe compares the colours of the style
 * sheets with the background of the system.
 */
const violationsBesidesContrast = async (page: Page) =>
  (await violations(page)).filter((line) => !/ (color-contrast|link-in-text-block): /.test(line))

const ground = async (page: Page) => (await colours(page.locator('body'))).backgroundColor

async function expectVisibleSwitch(page: Page, one: Locator): Promise<void> {
  await expect(one).toBeVisible()
  await one.setChecked(false, { force: true })
  const off = await colours(one, '::before')
  expect(off.borderTopWidth).not.toBe('0px')
  expect(off.borderTopColor).not.toBe(await ground(page))
  expect((await colours(one, '::after')).backgroundColor).not.toBe(off.backgroundColor)
  await one.setChecked(true, { force: true })
  // The transition of the background ends first.
  await expect
    .poll(async () => (await colours(one, '::before')).backgroundColor)
    .not.toBe(off.backgroundColor)
  await expect
    .poll(async () => (await colours(one, '::before')).backgroundColor)
    .not.toBe((await colours(one, '::after')).backgroundColor)
}

test('a switch shows its track, and on differs from off', async ({ page, words }) => {
  await page.goto('/business/params?tab=event')
  await heading(page, words.shell.routes.business_params).waitFor()
  await expectVisibleSwitch(page, page.getByRole('switch').first())
})

test('a switch of the scene editor shows its track as well', { tag: '@tw' }, async ({ page, device }) => {
  const [scene] = (await device.call('/api/camera/get_scenes', {})).list
  const at = new URLSearchParams({ camera_sn: scene?.camera_sn ?? '', scene_id: scene?.scene_id ?? '' })
  await page.goto(`/business/sceneConfig/scene?${at}`)
  await expectVisibleSwitch(page, page.getByRole('switch').first())
  expect.soft(await violationsBesidesContrast(page)).toEqual([])
})

test('the menu row of this page, the open tab and the disk bar differ from the rest', async ({
  page,
  words,
}) => {
  await page.goto('/business/params?tab=event')
  const menu = page.getByRole('navigation', { name: words.shell.menu.label })
  const here = await colours(menu.getByRole('link', { name: words.shell.routes.business_params }))
  const there = await colours(menu.getByRole('link', { name: words.shell.routes.business_scene }))
  expect(here.backgroundColor).not.toBe(there.backgroundColor)
  const open = await colours(page.getByRole('tab', { selected: true }))
  const closed = await colours(page.getByRole('tab', { selected: false }).first())
  expect(open.backgroundColor).not.toBe(closed.backgroundColor)
  await page.goto('/device/storage')
  const bar = page.getByRole('img', { name: new RegExp(words.disk.bar) }).locator('span')
  expect((await colours(bar.first())).backgroundColor).not.toBe(await ground(page))
})

const paths = [
  '/dashboard',
  '/device/base',
  '/device/storage',
  '/system/operation',
  '/business/sceneConfig',
  '/business/params?tab=event',
  '/business/params?tab=schedule',
  '/business/data/parking',
]

for (const [half, tag] of ['@zh', '@tw'].entries())
  test(`the pages have no violation ${tag}`, { tag }, async ({ page }) => {
    for (const path of paths.filter((_, at) => at % 2 === half)) {
      await page.goto(path)
      expect.soft(await violationsBesidesContrast(page), path).toEqual([])
    }
  })

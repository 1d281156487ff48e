/**
 * Visits every page: its weight with an empty cache (as `npm run size` prints it), its layout shift, and axe
 * in both themes; on a phone its shift, its width, and whether fingers can use it.
 * Long because one visit serves every measure.
 */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, heading, test } from './fixtures.ts'
import { small } from './measures/fingers.ts'
import { layoutShift, max_shift } from './measures/layout-shift.ts'
import { violations } from './measures/violations.ts'
import { budgets, weigh } from './measures/weigh.ts'
import type { Device } from './support/device.ts'
import { pagePaths, tabPaths } from './support/pages.ts'
import { reportEvents, unsure } from './support/report-events.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true, platform: true } })

test.beforeAll(async ({ device, world }) => {
  await reportEvents(device, world, [{ plate_number: '粤B1O345', ...unsure }, { plate_number: '' }])
})

/** The address of the editor of the first scene. */
async function sceneEditor(device: Device): Promise<string> {
  const [scene] = (await device.call('/api/camera/get_scenes', {})).list
  const at = new URLSearchParams({ camera_sn: scene?.camera_sn ?? '', scene_id: scene?.scene_id ?? '' })
  return `/business/sceneConfig/scene?${at}`
}

test.describe('on a desktop', () => {
  test.beforeEach(async ({ context, device }) => {
    await context.addCookies([
      { name: 'Admin-Token', value: await device.session(), url: device.address },
      { name: 'language', value: 'zh', url: device.address },
    ])
  })

  test('dashboard and scene editor are within their budgets, opened cold', async ({ context, device }) => {
    const dashboard = await weigh(context, `${device.address}/dashboard`)
    expect.soft(dashboard.js_kb).toBeLessThanOrEqual(budgets.dashboard.js_kb)
    expect.soft(dashboard.requests).toBeLessThanOrEqual(budgets.dashboard.requests)
    const then = (page: Page) => expectVisibleSwitch(page, page.getByRole('switch').first())
    const editor = await weigh(context, device.address + (await sceneEditor(device)), then)
    expect.soft(editor.js_kb + editor.css_kb).toBeLessThanOrEqual(budgets.scene_editor.code_kb)
  })

  // One test for each first part of the paths: visiting every page takes minutes on a slow machine.
  const partOf = (path: string) => path.split('/')[1] ?? ''
  for (const part of new Set(['tabs', ...pagePaths.map(partOf)])) {
    const paths = part === 'tabs' ? tabPaths : pagePaths.filter((path) => partOf(path) === part)
    test(`the pages of ${part} are within their budgets, do not shift and have no violation`, async ({
      context,
      device,
    }) => {
      test.slow()
      await weighEach(context, device, paths)
    })
  }
})

async function weighEach(context: BrowserContext, device: Device, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const found: string[] = []
    const then = async (page: Page) => {
      found.push(...(await violations(page)))
    }
    // Tabs are checked with content: by a11y.spec.ts and the tests of their pages.
    const weight = await weigh(context, device.address + path, pagePaths.includes(path) ? then : undefined)
    expect.soft(weight.js_kb, path).toBeLessThanOrEqual(budgets.any.js_kb)
    expect.soft(weight.moved, path).toBe('')
    expect.soft(found, path).toEqual([])
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

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
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(wider, `${path} is wider than the window`).toBeLessThanOrEqual(0)
    }
  }

  test('every page can be used by finger', async ({ page }) => {
    test.slow() // it opens every page
    await everyPage(page, pagePaths)
  })

  test(
    'every tab, the scene editor, a camera and the form of a new one can be used by finger',
    { tag: '@tw' },
    async ({ page, device }) => {
      test.slow()
      await everyPage(page, tabPaths)
      const editor = await sceneEditor(device)
      await page.goto(editor)
      expect.soft(await tooSmall(page)).toEqual([])
      const camera_sn = new URLSearchParams(editor.split('?')[1]).get('camera_sn')
      for (const query of [`camera_sn=${camera_sn}`, 'add=onvif']) {
        await page.goto(`/business/sceneConfig?${query}`)
        await page.getByRole('dialog').waitFor()
        expect.soft(await tooSmall(page), query).toEqual([])
      }
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

  test.describe('signed out', () => {
    test.use({ signed_in: false })

    test('the login can be used by finger, and is within its budget, opened cold', async ({
      page,
      context,
      device,
      words,
    }) => {
      const weight = await weigh(context, `${device.address}/login`)
      expect.soft(weight.js_kb).toBeLessThanOrEqual(budgets.login.js_kb)
      expect.soft(weight.requests).toBeLessThanOrEqual(budgets.login.requests)
      expect.soft(weight.js_kb, 'something was measured').toBeGreaterThan(1)
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: words.login.title })).toBeVisible()
      expect(await tooSmall(page)).toEqual([])
    })
  })
})

/** The colours of an element or of one of its pseudo-elements. */
const colours = (element: Locator, part?: '::before' | '::after') =>
  element.evaluate((node, pseudo) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(node, pseudo)
    return { backgroundColor, borderTopColor, borderTopWidth }
  }, part)

const ground = async (page: Page) => (await colours(page.locator('body'))).backgroundColor

/** In forced colours a switch shows its track, and on differs from off. */
async function expectVisibleSwitch(page: Page, one: Locator): Promise<void> {
  await expect(one).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
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

test.describe('in forced colours', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  test(
    'a switch, the menu row of this page, the open tab and the disk bar differ from the rest',
    { tag: '@tw' },
    async ({ page, words }) => {
      await page.goto('/business/params?tab=event')
      await heading(page, words.shell.routes.business_params).waitFor()
      await expectVisibleSwitch(page, page.getByRole('switch').first())
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
    },
  )
})

/**
 * Weighs every page with an empty cache, as `npm run size` does, and runs axe on it in both themes. No page
 * may shift its layout while it opens.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Device } from './support/device.ts'
import { pagePaths, tabPaths } from './support/pages.ts'
import { violations } from './measures/violations.ts'
import { budgets, weigh } from './measures/weigh.ts'

test.use({ stage: { on_street: 2, added: 2, platform: true } })

const signIn = async (context: BrowserContext, device: Device) =>
  context.addCookies([{ name: 'Admin-Token', value: await device.signIn(), url: device.address }])

test('the login is within its budget', async ({ context, device }) => {
  const weight = await weigh(context, `${device.address}/login`)
  expect(weight.js_kb).toBeLessThanOrEqual(budgets.login.js_kb)
  expect(weight.requests).toBeLessThanOrEqual(budgets.login.requests)
  expect(weight.js_kb, 'something was measured').toBeGreaterThan(1)
})

test('the dashboard is within its budget, opened cold', async ({ context, device }) => {
  await signIn(context, device)
  const weight = await weigh(context, `${device.address}/dashboard`)
  expect(weight.js_kb).toBeLessThanOrEqual(budgets.dashboard.js_kb)
  expect(weight.requests).toBeLessThanOrEqual(budgets.dashboard.requests)
})

test('the scene editor with a scene is within its budget, opened cold', async ({ context, device }) => {
  await signIn(context, device)
  const [scene] = (await device.call('/api/camera/get_scenes', {})).list
  const at = new URLSearchParams({ camera_sn: scene?.camera_sn ?? '', scene_id: scene?.scene_id ?? '' })
  const weight = await weigh(context, `${device.address}/business/sceneConfig/scene?${at}`)
  expect(weight.js_kb + weight.css_kb).toBeLessThanOrEqual(budgets.scene_editor.code_kb)
})

test('every other page is within its budget, does not shift and has no violation', async ({
  context,
  device,
}) => {
  test.slow() // it opens every page
  await signIn(context, device)
  async function weighEach(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const found: string[] = []
      const then = async (page: Page) => void found.push(...(await violations(page)))
      // Tabs are checked with content: by a11y.spec.ts and the tests of their pages.
      const weight = await weigh(context, device.address + path, pagePaths.includes(path) ? then : undefined)
      expect.soft(weight.js_kb, path).toBeLessThanOrEqual(budgets.any.js_kb)
      expect.soft(weight.moved, path).toBe('')
      expect.soft(found, path).toEqual([])
    }
  }
  // Two pages at a time: this is the longest of all tests.
  await Promise.all([weighEach(pagePaths), weighEach(tabPaths)])
})

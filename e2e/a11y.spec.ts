/** axe on every route in both themes: no violation. */
import axe from 'axe-core'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ stage: { name: 'a11y', on_street: 2, added: 2, platform: true } })

const paths = [
  '/dashboard', '/device/base', '/device/netwrok', '/device/time', '/device/storage', '/system/log', '/system/application', '/system/whitelist', '/system/operation',
  '/business/sceneConfig', '/business/params', '/business/data/parking', '/business/data/manual', '/index', '/404', '/401',
]

/** What axe finds, as lines to read. The source runs over the debugging protocol, so that the Content-Security-Policy may stay as it is. */
async function violations(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }
    const found = await axe.run({ resultTypes: ['violations'] })
    return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${one.help}: ${node.target.join(' ')}: ${node.failureSummary}`))
  })
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ theme })

    for (const path of paths) {
      test(path, async ({ page, world }) => {
        void world
        await page.goto(path)
        expect(await violations(page)).toEqual([])
      })
    }

    test('the scene editor, a camera and an event in detail', async ({ page, world, device, words }) => {
      const [camera] = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })).list
      if (world.street.plates(0).every((lot) => lot.length === 0)) world.street.arrive(0, 0)
      await expect.poll(async () => (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).total, { timeout: 30_000 }).toBeGreaterThan(0)
      await page.goto(`/business/sceneConfig/scene?camera_sn=${camera?.camera_sn ?? ''}`)
      await page.getByRole('application', { name: words.camera.scene.canvas }).waitFor()
      expect.soft(await violations(page)).toEqual([])
      await page.goto(`/business/sceneConfig?camera_sn=${camera?.camera_sn ?? ''}`)
      await page.getByRole('dialog').waitFor()
      expect.soft(await violations(page)).toEqual([])
      await page.goto('/business/sceneConfig?add=onvif')
      await page.getByRole('dialog').waitFor()
      expect.soft(await violations(page)).toEqual([])
      const [event] = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).list
      await page.goto(`/business/data/parking?uuid=${event?.uuid ?? ''}`)
      await page.getByRole('dialog').waitFor()
      expect.soft(await violations(page)).toEqual([])
    })

    test('a log row in detail, deleting logs, the whitelist with entries and its dialog', async ({ page, device, words }) => {
      await device.call('/api/device/set_basic_info', { name: `箱 ${theme} ${Date.now()}` })
      const [change] = (await device.call('/api/system/log', { type: 2, page: 1, page_size: 1 })).list
      await page.goto(`/system/log?type=2&id=${change?.id ?? ''}`)
      await page.getByText('set_basic_info', { exact: true }).waitFor()
      expect.soft(await violations(page)).toEqual([])
      await page.getByRole('button', { name: words.log.delete, exact: true }).click()
      expect.soft(await violations(page)).toEqual([])
      await device.call('/api/system/add_whitelist', { list: [{ address: '192.0.2.0/24', comment: 'x' }] })
      await page.goto('/system/whitelist')
      await page.getByRole('checkbox', { name: words.whitelist.select('192.0.2.0/24') }).check()
      expect.soft(await violations(page)).toEqual([])
      await page.getByRole('button', { name: words.whitelist.add, exact: true }).click()
      await page.getByRole('textbox', { name: words.whitelist.lines }).fill('nobody\n10.1.2.3/8')
      expect.soft(await violations(page)).toEqual([])
      await device.call('/api/system/delete_whitelist', { list: ['192.0.2.0/24'] })
    })

    test.describe('signed out', () => {
      test.use({ signed_in: false })
      test('/login', async ({ page, words }) => {
        await page.goto('/login')
        expect.soft(await violations(page)).toEqual([])
        await page.getByRole('button', { name: words.login.submit, exact: true }).click()
        expect.soft(await violations(page)).toEqual([])
      })
    })
  })
}

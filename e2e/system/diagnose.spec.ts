/**
 * The guided diagnosis and the support bundle, a tab of /system/operation (ours): it stops at a fault, shows
 * the remedy, and continues from there. The tests of the server prove that a bundle contains no secret.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, heading, test } from '../fixtures.ts'
import { server_gone } from '#e2e/support/watch.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true, platform: true } })
test.describe.configure({ mode: 'serial' })

const steps = ['link', 'gateway', 'dns', 'time', 'platform', 'storage', 'cameras'] as const
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('region')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()

test.beforeAll(async ({ device }) => {
  // Numeric addresses and no time server, so that nothing outside this test is called.
  await device.call('/api/device/set_ntp', { ntp_enabled: false, ntp_server: '127.0.0.1' })
})

test(
  'the diagnosis is linked in the menu, in the palette and at the alarms',
  { tag: '@tw' },
  async ({ page, words }) => {
    const name = words.shell.routes.system_diagnose
    const entry = page
      .getByRole('navigation', { name: words.shell.menu.label })
      .getByRole('link', { name, exact: true })
    const start = page.getByRole('button', { name: words.diagnose.start, exact: true })
    await page.goto('/system/operation')
    await expect(entry).not.toHaveAttribute('aria-current')
    await entry.click()
    await expect(start).toBeVisible()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: words.shell.header.search }).click()
    await page.getByRole('combobox', { name: words.shell.palette.title }).fill('diagnose')
    await page.keyboard.press('Enter')
    await expect(start).toBeVisible()
    await page.goto('/system/alarms')
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(start).toBeVisible()
  },
)

test('without faults each step has a finding, and all can be copied', async ({ page, context, words }) => {
  const text = words.diagnose
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/system/operation?tab=diagnose')
  await expect(heading(page, words.shell.routes.system_diagnose)).toBeVisible()
  await expect(page.getByText(text.not_yet)).toBeVisible()
  await page.getByRole('button', { name: text.start, exact: true }).click()
  await expect(page.getByText(text.no_fault, { exact: true })).toBeVisible()
  await expect(rowOf(page, text.steps.link)).toContainText('127.77.0.10')
  await expect(rowOf(page, text.steps.gateway)).toContainText('127.77.0.1')
  await expect(rowOf(page, text.steps.dns)).toContainText(text.found.no_names({ servers: '127.77.0.53' }))
  await expect(rowOf(page, text.steps.time)).toContainText(text.found.no_time_server())
  await expect(rowOf(page, text.steps.storage)).toContainText('GB')
  await expect(rowOf(page, text.steps.cameras)).toContainText(text.good.cameras({ online: 1, total: 1 }))
  await page.getByRole('button', { name: text.copy, exact: true }).click()
  await expect(page.getByText(text.copied)).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  for (const step of steps) expect(copied).toContain(text.steps[step])
  expect(copied).toContain('127.77.0.1')
})

test(
  'it stops at a missing gateway, shows the remedy, and continues from there once it is back',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.diagnose
    device.machine.network.switched_off.add('127.77.0.1')
    await page.goto('/system/operation?tab=diagnose')
    await page.getByRole('button', { name: text.start, exact: true }).click()
    const gateway = rowOf(page, text.steps.gateway)
    await expect(gateway).toContainText(text.found.gateway_silent({ gateway: '127.77.0.1' }))
    for (const remedy of text.remedy.gateway_silent) await expect(gateway.getByText(remedy)).toBeVisible()
    await expect(gateway.getByText(text.calls.gateway)).toBeVisible()
    await expect(gateway.getByRole('link', { name: text.go.gateway })).toHaveAttribute(
      'href',
      '/device/netwrok',
    )
    await expect(page.getByText(text.stopped_at(text.steps.gateway))).toBeVisible()
    await expect(rowOf(page, text.steps.platform)).toContainText(text.states.waiting)
    device.machine.network.switched_off.clear()
    await gateway.getByRole('button', { name: text.from_here }).click()
    await expect(page.getByText(text.no_fault, { exact: true })).toBeVisible()
    await expect(rowOf(page, text.steps.link)).toContainText('127.77.0.10')
  },
)

test('the bundle is listed before its download, which matches it', async ({ page, device, words }) => {
  const text = words.diagnose
  await page.goto('/system/operation?tab=diagnose')
  await expect(page.getByText(text.bundle_not)).toBeVisible()
  await page.getByRole('button', { name: text.make, exact: true }).click()
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.filter({ hasText: 'logs.ndjson' })).toContainText(text.files.logs)
  await expect(rows.filter({ hasText: 'configuration.json' })).toContainText(/\d/)
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: text.download }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^parking-support-[\d-]+\.zip$/)
  const content = await readFile(await file.path())
  expect(content.subarray(0, 2).toString()).toBe('PK')
  expect(content.length).toBeGreaterThan(1_000)
  expect(
    (await device.call('/api/system/log', { type: 2, page: 1, page_size: 5, text: 'support_bundle' })).total,
  ).toBeGreaterThan(0)
})

test('a platform that is down stops the diagnosis at its step', async ({ page, world, words }) => {
  const text = words.diagnose
  await world.platform.setBehaviour('down')
  await page.goto('/system/operation?tab=diagnose')
  await page.getByRole('button', { name: text.start, exact: true }).click()
  await expect(rowOf(page, text.steps.platform)).toContainText(
    text.found.platform_silent({ host: new URL(world.platform.url).host }),
  )
  await expect(page.getByText(text.stopped_at(text.steps.platform))).toBeVisible()
  await world.platform.setBehaviour('accept')
})

test('a lost connection is shown at its step, with a retry', async ({ page, device, words, allow }) => {
  const text = words.diagnose
  allow(server_gone, 'the server is stopped on purpose')
  await page.goto('/system/operation?tab=diagnose')
  await expect(page.getByRole('button', { name: text.start, exact: true })).toBeVisible()
  await device.stop()
  await page.getByRole('button', { name: text.start, exact: true }).click()
  await expect(rowOf(page, text.steps.link)).toContainText(words.errors.unreachable)
  await device.start()
  await rowOf(page, text.steps.link).getByRole('button', { name: text.from_here }).click()
  await expect(page.getByText(text.no_fault, { exact: true })).toBeVisible()
})

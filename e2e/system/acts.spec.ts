/** The history of acts: deleted cameras come back from the toast and from the list, with scenes and lots. */
import type { Page } from '@playwright/test'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import type { Device } from '#e2e/support/device.ts'
import { violations } from '#e2e/measures/violations.ts'

test.use({ stage: { on_street: 2, added: 2 } })
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const lotsOf = async (device: Device) =>
  (await device.call('/api/camera/get_all_lots_no', {})).list.map(({ lot_no }) => lot_no).sort()

test(
  'two deleted cameras come back with scenes and lots by one click',
  { tag: '@tw' },
  async ({ page, device, world, words, counting }) => {
    const [batch, acts] = [words.camera.batch, words.acts]
    const before = await lotsOf(device)
    expect(before.length).toBeGreaterThan(0)
    await page.goto('/business/sceneConfig')
    await counting('batch_undo')
    for (const { name } of world.cameras)
      await page.getByRole('checkbox', { name: batch.select_of(name), exact: true }).check()
    await page
      .getByRole('region', { name: batch.title })
      .getByRole('button', { name: batch.kinds.remove.act })
      .click()
    const question = page.getByRole('alertdialog', { name: batch.kinds.remove.title(2) })
    await question.getByRole('button', { name: batch.kinds.remove.go(2) }).click()
    const toast = page.getByRole('status').filter({ hasText: batch.kinds.remove.toast_done(2) })
    await expect(toast).toBeVisible()
    expect(await lotsOf(device)).toEqual([])
    await toast.getByRole('button', { name: acts.undo, exact: true }).click()
    await expect(page.getByText(acts.done(4))).toBeVisible()
    expect(await lotsOf(device)).toEqual(before)
    await counting()
    await page.keyboard.press('Escape')
    for (const { name } of world.cameras)
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()

    await page.goto('/system/acts')
    await expect(heading(page, words.shell.routes.system_acts)).toBeVisible()
    await expect(rows(page).filter({ hasText: acts.kinds.delete_camera }).first()).toContainText('admin')
    expect(await violations(page)).toEqual([])
  },
)

test("another user's later change is shown, and stays if kept", async ({ page, device, words }) => {
  const acts = words.acts
  const { track_seconds, track_step } = await device.call('/api/parking/get_alg_param', {})
  const two = { track_seconds: track_seconds + 5, track_step: track_step + 1 }
  await device.call('/api/parking/update_alg_param', two)
  await device.call('/api/parking/update_alg_param', { track_seconds: 99 })
  await page.goto('/system/acts?kind=change_params')
  const row = rows(page).first()
  await expect(row).toContainText(acts.names['alg_param']!)
  await row.getByRole('button').click()
  const question = page.getByRole('alertdialog', { name: acts.title(1) })
  await expect(question).toContainText(acts.conflicts)
  await expect(question).toContainText(words.alg.fields.track_seconds.label)
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: acts.cancel, exact: true }).click()
  await expect(question).toBeHidden()
  await row.getByRole('button').click()
  await question.getByRole('button', { name: acts.keep }).click()
  await expect(page.getByText(acts.done_kept(1, 1))).toBeVisible()
  await expect(row).toContainText('admin')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await device.call('/api/parking/get_alg_param', {})).toMatchObject({ track_seconds: 99, track_step })
})

test(
  'a viewer sees the acts but may not undo any; on a phone each is a card',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const acts = words.acts
    await device.call('/api/parking/update_alg_param', { track_seconds: 20, track_step: 9 })
    await page.setViewportSize({ width: 390, height: 844 })
    await asRole(device, 'viewer', async () => {
      await page.goto('/system/acts')
      const undo = rows(page).first().getByRole('button')
      await expect(undo).toHaveAttribute('aria-disabled', 'true')
      await expect(undo).toHaveAccessibleDescription(acts.why_role)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  },
)

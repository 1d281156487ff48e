/** The installation path (ours): from the one-time password to the handover sheet, on a phone. */
import { readFile } from 'node:fs/promises'
import { expect, heading, password, test } from './fixtures.ts'
import { commissioningFile } from './install/commissioning-file.ts'
import { phone, walkInstallation } from './install/walk.ts'
import { workflows } from './measures/clicks.ts'
import { violations } from './measures/violations.ts'

test.use({
  stage: {
    on_street: 1,
    analysis: true,
    discovery: true,
    time_server: true,
    env: { PARKING_ADMIN_PASSWORD: '' },
  },
  ...phone,
})
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

test.describe('the first user', () => {
  test.use({ signed_in: false })

  test('gets from the one-time password to the sheet, with a limited number of presses', async ({
    page,
    world,
    device,
    words,
  }) => {
    const { one_time_password } = device
    const file = await commissioningFile(world)
    const used = await walkInstallation({ page, words, world, one_time_password, file })
    expect(used.presses).toBeLessThanOrEqual(workflows.installation.presses)
    expect(used.fields).toBeLessThanOrEqual(workflows.installation.fields)
    expect.soft(await violations(page)).toEqual([])

    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: words.install.download_sheet, exact: true }).click()
    const sheet = await readFile(await (await arriving).path(), 'utf8')
    for (const text of ['停车边缘设备交接单', '深南大道-', 'P-0755-01', '各项均已完成，可以交接'])
      expect(sheet).toContain(text)
    expect(sheet.match(/data:image\/jpeg/g)).toHaveLength(1)
    expect(sheet).not.toContain(password)
  })
})

test(
  'another phone shows the same state; a postponed step stays open',
  { tag: '@tw' },
  async ({ page, context, device, words }) => {
    const { install } = words
    const row = (step: string) =>
      page.getByRole('list', { name: install.all_steps }).getByRole('link', { name: step })
    await page.goto('/install')
    await expect(heading(page, install.title)).toBeVisible()
    await expect(page.getByText(install.done_of(9, 9))).toBeVisible()
    expect.soft(await violations(page)).toEqual([])

    await device.call('/api/parking/update_storage_param', {
      endpoint: 'http://127.0.0.1:9',
      password: 'another-secret',
    })
    await row(install.steps.storage).click()
    await expect(page.getByText(install.gaps.untested).first()).toBeVisible()
    await page.getByRole('button', { name: install.check, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '127.0.0.1:9' })).toBeVisible()
    await page.getByRole('button', { name: install.put_off, exact: true }).click()
    await expect(heading(page, install.handover_title)).toBeVisible()
    await page.getByRole('link', { name: install.all_steps }).click()
    await expect(row(install.steps.storage)).toContainText(install.states.skipped)

    const opening = context.waitForEvent('page')
    await row(install.steps.handover).click()
    await page.getByRole('button', { name: install.open_sheet, exact: true }).click()
    const sheet = await opening
    await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('停車邊緣裝置交接單')
    await expect(sheet.getByText('安裝時選擇暫緩')).toBeVisible()
    expect(await violations(sheet)).toEqual([])
  },
)

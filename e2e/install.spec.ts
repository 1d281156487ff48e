/** The path of an installation (ours): from the one-time password to the handover sheet, on a phone. */
import { readFile } from 'node:fs/promises'
import { expect, password, test } from './fixtures.ts'
import { phone, walkInstallation } from './support/install-walk.ts'
import { violations } from './support/violations.ts'

test.use({
  stage: { on_street: 1, discovery: true, time_server: true, env: { PARKING_ADMIN_PASSWORD: '' } },
  ...phone,
})
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

test.describe('the first user', () => {
  test.use({ signed_in: false })

  test('from the one-time password to the sheet, with its presses counted', async ({
    page,
    world,
    device,
    words,
  }) => {
    const { one_time_password } = device
    const used = await walkInstallation({ page, words, world, one_time_password })
    expect(used.presses).toBeLessThanOrEqual(50)
    expect(used.fields).toBeLessThanOrEqual(25)
    expect.soft(await violations(page)).toEqual([])

    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: words.install.download_sheet, exact: true }).click()
    const sheet = await readFile(await (await arriving).path(), 'utf8')
    for (const text of ['停车边缘设备交接单', '深南大道-01', 'P-0755-01', '各项均已完成，可以交接'])
      expect(sheet).toContain(text)
    expect(sheet.match(/data:image\/jpeg/g)).toHaveLength(1)
    expect(sheet).not.toContain(password)
  })
})

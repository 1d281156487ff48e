/** The installation without a commissioning file: every step saves, tests and leads on in one press. */
import { expect, test } from '../fixtures.ts'
import { phone, walkInstallation } from './walk.ts'

test.use({
  stage: {
    on_street: 1,
    analysis: true,
    discovery: true,
    time_server: true,
    env: { PARKING_ADMIN_PASSWORD: '' },
  },
  signed_in: false,
  ...phone,
})
test.setTimeout(180_000)

test('every setting is typed on the phone @tw', async ({ page, world, device, words }) => {
  const { one_time_password } = device
  const used = await walkInstallation({ page, words, world, one_time_password })
  expect(used.presses).toBeLessThanOrEqual(24)
  expect(used.fields).toBeLessThanOrEqual(18)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

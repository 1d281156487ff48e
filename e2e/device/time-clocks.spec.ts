/** The clocks around the device: a camera whose clock is wrong is listed, and its clock is corrected. */
import { expect, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1 } })

// Set before the device starts, because it measures once soon after its start.
test.beforeAll(({ world }) => world.cameras[0]!.setClockOffset(47_000))

test(
  'the clocks around the device are compared, and the clock of a camera is corrected',
  { tag: '@tw' },
  async ({ page, world, words }) => {
    const text = words.time
    await page.goto('/device/time')
    const section = page.getByRole('region', { name: text.clocks, exact: true })
    const rowOf = (kind: 'camera' | 'device') =>
      section.getByRole('row', { name: new RegExp(`^${text.clock_kinds[kind]}`) })
    // Without a platform and a time server, nothing shows which of the two clocks is right.
    await expect(rowOf('camera')).toContainText(text.clock_verdicts.unsure)
    await expect(rowOf('camera')).toContainText('ONVIF')
    await rowOf('camera').getByRole('button', { name: text.clock_set }).click()
    await expect(rowOf('camera')).toContainText(text.clock_verdicts.agrees)
    await expect(rowOf('device')).toContainText(text.clock_verdicts.agrees)
    expect(world.cameras[0]!.requests['SetSystemDateAndTime']).toBe(1)
  },
)

/** Events that the platform refused raise an alarm; one press there sends all of them again. */
import { violations } from '#e2e/measures/violations.ts'
import { expect, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true, platform: true } })

test(
  "an alarm names the platform's answer, and its button sends the events again",
  { tag: '@tw' },
  async ({ page, world, device, words }) => {
    const text = words.alarms
    await world.platform.setBehaviour('refuse')
    const plate = world.street.arrive(0, 0)
    await page.goto('/system/alarms')
    const row = page
      .getByRole('region', { name: text.open, exact: true })
      .getByRole('row')
      .filter({ hasText: text.facts.refused(1, '') })
    await expect(row).toContainText(words.codes.alarm_kind.queue)
    await expect(row).toContainText('not under contract')
    await expect(row).toContainText(text.costs.missing)
    await expect(row.getByRole('link', { name: text.help.refused.link })).toHaveAttribute(
      'href',
      '/business/data/parking?status=4',
    )
    expect(await violations(page)).toEqual([])

    const again = row.getByRole('button', { name: words.resume.act, exact: true })
    await expect(again).toBeEnabled()
    await world.platform.setBehaviour('accept')
    await again.click()
    await expect(page.getByText(words.resume.done(1))).toBeVisible()
    await expect(again).toHaveAccessibleDescription(words.resume.nothing)
    await expect.poll(() => world.platform.received().map((event) => event.plate_number)).toContain(plate)
    const { list } = await device.call('/api/system/log', { page: 1, page_size: 1, type: 2 })
    expect(list[0]?.content).toContain('parking_event_resume_upload')
  },
)

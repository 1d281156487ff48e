/** A stay whose exit was withdrawn: taking that back is the first repair. */
import { event_status } from '@parking/contract/core/codes.ts'
import { expect, test } from '#e2e/fixtures.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

// The test reports the events itself.
test.use({ stage: { on_street: 1, added: 1, platform: true } })

const hour = 3_600_000

test('a withdrawn exit is offered back first; a vehicle seen once gets no time on a key @tw', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.stays
  const { list: lots } = await device.call('/api/camera/get_all_lots_no', {})
  const { lot_no } = lots[0]!
  const at = (hours: number) => Math.round(Date.now() - hours * hour)
  const [, uuid = ''] = await reportEvents(device, world, [
    { event_type: 1, plate_number: '粤B40001', lot_no, event_time: at(5) },
    { event_type: 3, plate_number: '粤B40001', lot_no, event_time: at(4) },
    { event_type: 1, plate_number: '粤B40002', lot_no, event_time: at(3) },
  ])
  // The platform has the event: only then can its withdrawal be taken back.
  const status = async () => (await device.call('/api/parking/parking_event_detail', { uuid })).status
  await expect.poll(status).toBe(event_status.sent)
  await device.call('/api/parking/check_parking_event', {
    uuid,
    verdict: 'discarded',
    reason: 'x',
    seen_checks: 0,
  })
  await page.goto(`/business/data/stays?view=irregular`)
  const row = page
    .getByRole('listbox', { name: text.irregular_list })
    .getByRole('option')
    .filter({ hasText: '40001' })
  await row.click()
  const form = page.getByRole('form', { name: text.repair })
  await expect(form.getByRole('radio').first()).toBeChecked()
  await expect(form.getByRole('radio', { name: text.acts.restore })).toBeChecked()
  await expect(page.getByRole('complementary', { name: text.panel })).toContainText(text.marks.withdrawn)
  expect(await violations(page)).toEqual([])

  const time = form.getByLabel(text.time_out)
  await page.keyboard.press('c')
  await expect(time).toHaveValue('')
  await page.keyboard.press('c')
  await expect(time).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('r')
  await page.keyboard.press('r')
  await expect(form.getByLabel(text.reason)).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel(text.reason).fill(text.reasons.restore[0] ?? '')
  await form.getByRole('button', { name: text.acts.restore }).click()
  await expect(row).toHaveCount(0)
  expect(await device.call('/api/parking/stay_detail', { uuid })).toMatchObject({
    irregular: [],
    identity: { exit_uuid: uuid },
  })
})

/** The check desk by keyboard alone: what the machine read is offered, and many decisions in a row. */
import { expect, test } from '#e2e/fixtures.ts'
import { currentEvent, desk, detailOf, report, saved } from '#e2e/support/check-desk.ts'
import { unsure } from '#e2e/support/report-events.ts'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1, platform: true } })
test.describe.configure({ mode: 'serial' })

test('what the machine read but did not accept is offered, also for an event without a plate', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.checks
  const time = Date.now()
  const looks = ['粤B7Q345', '粤B70345', '粤B70345'].map((plate, n) => ({
    time: time + n,
    seen: 'vehicle' as const,
    why: '' as const,
    llr: 3,
    belief: 0.99,
    cover: 0.8,
    plate,
  }))
  const [unread] = await report(device, world, [{ plate_number: '', ...unsure, looks }])
  await page.goto(desk)
  const event = currentEvent(page, words)
  const offered = event.getByRole('group', { name: text.suggestions }).getByRole('button')
  await expect(offered).toHaveCount(2)
  await expect(offered.first()).toContainText('粤B70345')
  await expect(offered.first()).toContainText(text.machine_read)
  await page.keyboard.press('1')
  await expect(event.getByRole('textbox', { name: text.plate })).toHaveValue('粤B70345')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
  await saved(page, words)
  expect(await detailOf(device, unread!)).toMatchObject({ plate_read: '', checked_plate: '粤B70345' })
  await page.goto(`/business/data/parking?uuid=${unread}`)
  const detail = page.getByRole('dialog')
  await detail.getByText(words.event_detail.looks_values).click()
  await expect(detail.getByText(words.event_detail.look_plate('粤B7Q345'))).toBeVisible()
})

test('25 decisions by keyboard alone take at most 30 presses', async ({ page, device, world, words }) => {
  const text = words.checks
  // As on a street: eight in ten are right, one has a look-alike, some have no plate, few are no car.
  const kinds = Array.from({ length: 25 }, (_, at) =>
    at === 24 ? 'discard' : at % 10 === 3 ? 'alike' : at % 12 === 5 ? 'no_plate' : 'right',
  )
  const plate = (at: number) => `粤B${String(30_000 + at * 37)}`
  const uuids = await report(
    device,
    world,
    kinds.map((kind, at) => ({
      plate_number: kind === 'no_plate' ? '' : kind === 'alike' ? `粤BO${plate(at).slice(3)}` : plate(at),
      ...unsure,
    })),
  )
  const times: string[] = []
  for (const uuid of uuids) times.push((await detailOf(device, uuid)).event_time_str)
  await page.goto(desk)
  const shown = currentEvent(page, words).getByRole('figure').filter({ hasText: text.this_one })
  let presses = 0
  const press = async (key: string) => {
    presses++
    await page.keyboard.press(key)
  }
  for (const [at, kind] of kinds.entries()) {
    await expect(shown).toContainText(times[at]!)
    if (kind === 'alike') await press('1')
    if (kind === 'discard') for (const key of ['d', '2']) await press(key)
    await press(kind === 'no_plate' ? '0' : 'Enter')
  }
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
  await saved(page, words)
  expect(presses).toBeLessThanOrEqual(30)
  const verdict = { discard: 'discarded', alike: 'corrected', no_plate: 'confirmed', right: 'confirmed' }
  for (const [at, kind] of kinds.entries())
    expect((await detailOf(device, uuids[at]!)).checks[0]?.verdict).toBe(verdict[kind])
})

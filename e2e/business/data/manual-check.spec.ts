/**
 * The check queue (docs/decisions/0022): keyboard, recorded checks, other checkers, and a lost connection.
 * Long because every path through the queue uses the same device.
 */
import { expect, heading, password, test } from '#e2e/fixtures.ts'
import { currentEvent, desk, detailOf, finish, report, saved } from '#e2e/support/check-desk.ts'
import { lost_line, startLossyLine } from '#e2e/support/lossy-line.ts'
import { unsure } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1, platform: true } })
test.describe.configure({ mode: 'serial' })

test('the queue by keyboard: confirm, correct by look-alike or typing, vacant, discard, skip', async ({
  counting,
  page,
  device,
  world,
  words,
}) => {
  const text = words.checks
  const [confirmed, alike, typed, vacant, discarded, skipped] = (await report(device, world, [
    { plate_number: '粤B12345', ...unsure },
    { plate_number: '粤B1O345' },
    { plate_number: 'B1234', ...unsure },
    { plate_number: '粤B22222', ...unsure },
    { plate_number: '', ...unsure },
    { plate_number: '粤B33333', ...unsure },
  ])) as [string, string, string, string, string, string]
  await page.goto(desk)
  await expect(heading(page, words.shell.routes.business_manual)).toBeVisible()
  const event = currentEvent(page, words)
  await expect(event.getByRole('img', { name: '粤B12345', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: new RegExp(text.check) })).toContainText('6')
  expect(await violations(page)).toEqual([])
  await counting('check_desk')
  // One key for a correct event.
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: '粤B1O345', exact: true })).toBeVisible()
  await expect(event).toContainText(text.issue_at(4, 'O', text.places.serial))
  await page.keyboard.press('1')
  await expect(event.getByRole('textbox', { name: text.plate })).toHaveValue('粤B10345')
  await page.keyboard.press('Enter')
  await expect(event.getByText(text.too_short(2))).toBeVisible()
  await counting()

  await page.keyboard.press('e')
  const field = event.getByRole('textbox', { name: text.plate })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('yb1234')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  // By pinyin initial, from 渝 to 豫 and then to 粤, without an input method.
  while ((await field.inputValue()).startsWith('粤') === false) {
    const before = await field.inputValue()
    await page.keyboard.press('ArrowDown')
    await expect(field).not.toHaveValue(before)
  }
  await page.keyboard.press('End')
  await page.keyboard.type('98')
  await expect(field).toHaveValue('粤B123498')
  await page.keyboard.press('Enter')
  await expect(event.getByRole('alert')).toContainText(text.odd_save)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')

  await expect(event.getByRole('img', { name: '粤B22222', exact: true })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByRole('heading', { name: text.final_title.vacant })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  for (const key of ['1', 'Enter']) await page.keyboard.press(key)

  await expect(event.getByText(text.no_plate, { exact: true }).first()).toBeVisible()
  await counting('check_desk')
  await page.keyboard.press('d')
  await expect(page.getByRole('button', { name: text.submit_final.discarded })).toHaveAccessibleDescription(
    text.why_reason,
  )
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')

  await expect(event.getByRole('img', { name: '粤B33333', exact: true })).toBeVisible()
  await counting()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: text.empty_skipped(1) })).toBeVisible()
  await page.keyboard.press('p')
  await expect(event.getByRole('img', { name: '粤B33333', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
  await saved(page, words)

  const checksOf = async (uuid: string) =>
    (await detailOf(device, uuid)).checks.map(({ by, verdict, plate_before, plate_after, reason }) => [
      by,
      verdict,
      plate_before,
      plate_after,
      reason,
    ])
  expect(await checksOf(confirmed)).toEqual([['admin', 'confirmed', '粤B12345', '粤B12345', '']])
  expect(await checksOf(alike)).toEqual([['admin', 'corrected', '粤B1O345', '粤B10345', '']])
  expect(await checksOf(typed)).toEqual([['admin', 'corrected', 'B1234', '粤B12345', '']])
  expect(await checksOf(vacant)).toEqual([['admin', 'vacant', '粤B22222', '粤B22222', text.reasons[0]]])
  expect(await checksOf(discarded)).toEqual([['admin', 'discarded', '', '', text.reasons[1]]])
  expect(await checksOf(skipped)).toEqual([['admin', 'confirmed', '粤B33333', '粤B33333', '']])
  // The plate that was read is never overwritten, and discarded events are not sent.
  expect(await detailOf(device, alike)).toMatchObject({ plate_read: '粤B1O345', checked_plate: '粤B10345' })
  expect(await detailOf(device, vacant)).toMatchObject({ status: 9, reason: 'check_discarded' })
})

test('undoes a verdict with one key and reports it; shows the lot in the whole picture', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.checks
  const [slip] = await report(device, world, [
    { plate_number: '粤B4444O' },
    { plate_number: '粤B55555', ...unsure },
  ])
  await page.goto(desk)
  const event = currentEvent(page, words)
  await expect(event.getByRole('img', { name: '粤B4444O', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await saved(page, words)
  await page.keyboard.press('z')
  await expect(event.getByRole('img', { name: '粤B4444O', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: '粤B55555', exact: true })).toBeVisible()
  await expect(event.locator('polygon')).not.toHaveCount(0) // in the whole picture beside the close-up
  while (
    (await event
      .getByRole('button', { name: words.events.kinds.image, exact: true })
      .getAttribute('aria-pressed')) !== 'true'
  )
    await page.keyboard.press('f')
  await expect(event.locator('polygon').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
  await expect
    .poll(async () => (await detailOf(device, slip!)).checks.map(({ verdict }) => verdict))
    .toEqual(['confirmed', 'undone', 'confirmed'])
  await saved(page, words)
})

test('the actions keep their position from event to event; the entry is next to the exit', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.checks
  await page.setViewportSize({ width: 1440, height: 900 })
  const { lot_no } = world.street.lots(0)[0]!
  // Earlier than the events of the other tests, which are on the same lots.
  const at = (minutes: number) => ({ event_time: Date.now() - (180 - minutes) * 60_000, ...unsure })
  const uuids = await report(device, world, [
    { plate_number: '粤B60001', ...at(0) },
    { plate_number: '粤B6OO02', ...at(1) },
    { plate_number: '', ...at(2) },
    { plate_number: '粤B60001', event_type: 3, lot_no, ...at(3) },
  ])
  await page.goto(desk)
  const event = currentEvent(page, words)
  const confirm = event.getByRole('group', { name: text.actions }).getByRole('button').first()
  await expect(event.getByRole('img', { name: '粤B60001', exact: true })).toBeVisible()
  const place = await confirm.boundingBox()
  expect(place!.y + place!.height).toBeLessThanOrEqual(900)
  // The entry is shown with its exit: both are large, and side by side.
  const stages = event.getByRole('figure')
  await expect(stages).toHaveCount(2)
  const [entry, exit] = [(await stages.nth(0).boundingBox())!, (await stages.nth(1).boundingBox())!]
  expect([entry.y, entry.width]).toEqual([exit.y, exit.width])
  await expect(stages.nth(1)).toContainText(text.partner_exit)
  await expect(event.getByText(text.same_plate)).toBeVisible()
  await expect(confirm).toHaveText(new RegExp(text.confirm_plate('粤B60001')))
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: /粤B6OO02/ })).toBeVisible()
  expect(await confirm.boundingBox()).toEqual(place)
  await page.keyboard.press('Enter')
  await expect(event.getByText(text.no_plate, { exact: true }).first()).toBeVisible()
  expect(await confirm.boundingBox()).toEqual(place)
  await expect(confirm).toHaveText(new RegExp(text.type_plate))
  await page.keyboard.press('Enter')
  await expect(event.getByRole('textbox', { name: text.plate })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('0')
  await expect(event.getByRole('img', { name: /粤B60001/ })).toBeVisible()
  expect(await confirm.boundingBox()).toEqual(place)
  await expect(stages.nth(1)).toContainText(text.this_one)
  await expect(event.getByText(text.next_none)).toBeVisible()
  // The last two decisions stay in view, each with its undo.
  await saved(page, words)
  await expect(page.getByText(new RegExp(text.pace_hour(0).replace('0', '\\d+')))).toBeVisible()
  await event.getByRole('button', { name: `${text.undo} 粤B6OO02` }).click()
  await expect(event.getByRole('img', { name: '粤B6OO02', exact: true })).toBeVisible()
  await saved(page, words)
  await finish(device, [uuids[1]!, uuids[3]!])
})

test('another user was first: nothing is overwritten; a notice has the user and the unsaved verdict', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.checks
  const [uuid] = await report(device, world, [{ plate_number: '粤B6666B', ...unsure }])
  await page.goto(desk)
  await expect(currentEvent(page, words).getByRole('img', { name: '粤B6666B', exact: true })).toBeVisible()
  await device.call('/api/parking/check_parking_event', { uuid: uuid!, verdict: 'confirmed', seen_checks: 0 })
  await page.keyboard.press('1')
  await expect(currentEvent(page, words).getByRole('textbox', { name: text.plate })).toHaveValue('粤BC666B')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: text.refused_first('admin') })
  await expect(notice).toContainText(`${world.street.lots(0)[0]!.lot_no} 粤B6666B`)
  await expect(notice).toContainText('粤BC666B')
  expect(await detailOf(device, uuid!)).toMatchObject({
    checked_plate: null,
    checks: [{ verdict: 'confirmed' }],
  })
  await notice.getByRole('button', { name: text.dismiss }).click()
  await expect(notice).toBeHidden()
})

test('users check different events and see each other', async ({ page, device, world, words, browser }) => {
  const text = words.checks
  const uuids = await report(
    device,
    world,
    Array.from({ length: 8 }, (_, at) => ({ plate_number: `粤B7000${at}`, ...unsure })),
  )
  await page.goto(desk)
  await expect(currentEvent(page, words).getByRole('img', { name: '粤B70000', exact: true })).toBeVisible()
  const context = await browser.newContext({ baseURL: device.address })
  await context.addCookies(
    [
      ['language', 'zh'],
      ['Admin-Token', await device.signIn(password)],
    ].map(([name, value]) => ({ name: name!, value: value!, url: device.address })),
  )
  const other = await context.newPage()
  await other.goto(desk)
  await expect(currentEvent(other, words).getByRole('img', { name: '粤B70006', exact: true })).toBeVisible()
  await expect(other.getByText(text.others('admin', 6))).toBeVisible()
  await context.close()
  await finish(device, uuids)
})

test('a lost connection: checking continues, verdicts wait visibly and are saved later', async ({
  page,
  device,
  world,
  words,
  allow,
}) => {
  allow(/ERR_|Failed to load resource|fetch/, 'the device is away for a while')
  const text = words.checks
  const uuids = await report(
    device,
    world,
    [0, 1, 2, 3].map((at) => ({ plate_number: `粤B8000${at}`, ...unsure })),
  )
  await page.goto(desk)
  const event = currentEvent(page, words)
  await expect(event.getByRole('img', { name: '粤B80000', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await device.stop('power cut')
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: '粤B80001', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: '粤B80002', exact: true })).toBeVisible()
  await expect(page.getByText(text.waiting(2))).toBeVisible()
  await page.keyboard.press('n')
  await expect(event.getByRole('img', { name: '粤B80003', exact: true })).toBeVisible()
  await page.keyboard.press('p')
  await device.start()
  await saved(page, words)
  await expect(event.getByRole('img', { name: '粤B80002', exact: true })).toBeVisible()
  const { total } = await device.call('/api/parking/event_check_queue', { limit: 0 })
  expect(total).toBe(2)
  await finish(device, uuids.slice(2))
})

test('a verdict whose answer is lost is stored once', async ({ page, device, world, words, allow }) => {
  allow(/another origin/, 'the line has an address of its own')
  allow(lost_line, 'the answer is lost on purpose')
  const [first, second] = (await report(
    device,
    world,
    [0, 1].map((at) => ({ plate_number: `粤B9000${at}`, ...unsure })),
  )) as [string, string]
  const line = await startLossyLine(device)
  try {
    await page.goto(line.address + desk)
    const event = currentEvent(page, words)
    await expect(event.getByRole('img', { name: '粤B90000', exact: true })).toBeVisible()
    line.loseAnswer('/api/parking/check_parking_event')
    await page.keyboard.press('Enter')
    await expect(event.getByRole('img', { name: '粤B90001', exact: true })).toBeVisible()
    await saved(page, words)
    expect(line.lost()).toBe(1)
    await expect(page.getByRole('alert')).toBeHidden()
    expect((await detailOf(device, first)).checks).toHaveLength(1)
    await finish(device, [second])
  } finally {
    await page.close()
    line.stop()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('offers every verdict by touch below two pictures', async ({ page, device, world, words }) => {
    const text = words.checks
    const at = (event_time: number) => ({ lot_no: world.street.lots(0)[1]!.lot_no, event_time, ...unsure })
    await report(device, world, [
      { plate_number: '粤B90002', ...at(Date.now() - 120_000) },
      { plate_number: '粤B90003', event_type: 3, ...at(Date.now() - 60_000) },
    ])
    await page.goto(desk)
    const event = currentEvent(page, words)
    await expect(event.getByRole('img', { name: '粤B90002', exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expect(event.getByText(text.other_plate)).toBeInViewport({ ratio: 1 })
    const actions = event.getByRole('group', { name: text.actions })
    const phone_bar = page.getByRole('navigation', { name: words.shell.phone_bar.label })
    const gap = async () => {
      const [above, below] = [(await actions.boundingBox())!, (await phone_bar.boundingBox())!]
      return [below.y - above.y - above.height, 844 - below.y - below.height]
    }
    await expect.poll(gap).toEqual([0, 0])
    for (const button of await actions.getByRole('button').all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    expect(await violations(page)).toEqual([])
    await event.getByRole('button', { name: text.edit, exact: true }).tap()
    await event.getByRole('button', { name: text.character(7, '2') }).tap()
    const choices = event.getByRole('group', { name: text.choices })
    await choices.getByRole('button', { name: 'Z', exact: true }).tap()
    await event.getByRole('button', { name: text.save }).tap()
    await expect(event.getByRole('img', { name: '粤B90003', exact: true })).toBeVisible()
    await event.getByRole('button', { name: text.confirm_plate('粤B90003') }).tap()
    await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
    await saved(page, words)
  })
})

test.describe('tw', () => {
  test.use({ language: 'tw' })

  test("uses Taiwan's words", async ({ page, device, world, words }) => {
    const text = words.checks
    await report(device, world, [{ plate_number: '粤B1O345', ...unsure }])
    await page.goto(desk)
    await expect(
      currentEvent(page, words).getByRole('button', { name: text.discard, exact: true }),
    ).toHaveText(/作廢/)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: text.help_title })
    await expect(help).toContainText('空白鍵')

    await test.step('single keys can be switched off, and stay so', async () => {
      const keys = help.getByRole('switch', { name: text.keys_on })
      await expect(keys).toBeChecked()
      await keys.click()
      await page.keyboard.press('Escape')
      await expect(help).toBeHidden()
      await page.reload()
      await expect(currentEvent(page, words)).toBeVisible()
      await page.keyboard.press('d')
      await page.keyboard.press('?')
      await page.getByRole('button', { name: text.help }).click()
      await expect(keys).not.toBeChecked()
      await expect(page.getByRole('group', { name: text.final_title.discarded })).toBeHidden()
      await keys.click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('d')
      await expect(page.getByRole('group', { name: text.final_title.discarded })).toBeVisible()
    })
  })
})

/**
 * The business parameters (spec §3, §4, §5): algorithm, schedule, unsaved input, and changes by another user.
 * One long test in zh, a short one in tw. Long because each test is one page load.
 */
import type { Page } from '@playwright/test'
import { alg_factory } from '@parking/contract'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, test } from '../fixtures.ts'
import { asRole } from '../support/as-role.ts'
import type { Device } from '../support/device.ts'
import { boxAtRest } from './sceneConfig/draw.ts'
import { violations } from '../measures/violations.ts'
import { server_gone } from '#e2e/support/watch.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

const tab = (page: Page, words: Areas, name: keyof Areas['params']['tabs']) =>
  page.getByRole('tab', { name: words.params.tabs[name] })
const field = (page: Page, words: Areas, name: keyof Areas['alg']['fields']) =>
  page.getByLabel(new RegExp(`^${words.alg.fields[name].label}\\*?$`))
/** The fold of the advanced fields of a group. */
const unfold = (page: Page, words: Areas, group: keyof Areas['alg']['groups'], n: number) =>
  page
    .getByRole('region', { name: words.alg.groups[group].title, exact: true })
    .getByText(words.alg.advanced(n), { exact: true })
    .click()
const save = (page: Page, words: Areas) => page.getByRole('button', { name: words.forms.save, exact: true })
const bar = (page: Page, words: Areas) => page.getByRole('region', { name: words.forms.unsaved })
/** Waits until everything is saved: the save bar is gone. */
const saved = (page: Page, words: Areas) => expect(bar(page, words)).toBeHidden()
const alg = (device: Device) => device.call('/api/parking/get_alg_param', {})
const plans = async (device: Device) => (await device.call('/api/parking/get_schedule_param', {})).plans

test('the algorithm: fields follow their mode, invalid values are refused, no change is lost', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(server_gone, 'the server is stopped on purpose')
  await page.goto('/business/params')
  await expect(heading(page, words.shell.routes.business_params)).toBeVisible()
  await expect(tab(page, words, 'alg')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(words.params.taken.taken)).toBeVisible()
  await expect(page.getByText(words.params.as_factory)).toBeVisible()

  // Fields of a mode appear with it, and keep their value while hidden.
  await expect(field(page, words, 'timer_seconds')).toBeHidden()
  await field(page, words, 'timer_mode').selectOption({ label: words.codes.timer_mode.timed })
  await expect(page.getByText(words.alg.timer_modes.timed)).toBeVisible()
  await field(page, words, 'timer_seconds').fill('900')
  await field(page, words, 'timer_mode').selectOption({ label: words.codes.timer_mode.off })
  await expect(field(page, words, 'timer_seconds')).toBeHidden()
  await field(page, words, 'timer_mode').selectOption({ label: words.codes.timer_mode.smart })
  await expect(field(page, words, 'timer_seconds')).toHaveValue('900')
  await expect(field(page, words, 'motor_min_seconds')).toBeHidden()
  await field(page, words, 'motor_det').check()
  await expect(field(page, words, 'motor_min_seconds')).toBeVisible()

  // Values that are out of range, unusual or in conflict with another field are marked.
  await field(page, words, 'track_seconds').fill('0')
  await field(page, words, 'track_seconds').blur()
  await expect(page.getByText(words.errors.issues.too_small(1))).toBeVisible()
  expect(await violations(page)).toEqual([])
  await save(page, words).click()
  await expect(field(page, words, 'track_seconds')).toBeFocused()
  await field(page, words, 'track_seconds').fill('10')
  await field(page, words, 'cover_th').fill('0.9')
  await expect(page.getByText(words.alg.unusual('0.3 – 0.6', ''))).toBeVisible()
  await page
    .getByRole('button', { name: words.forms.factory_back(words.alg.fields.cover_th.label, '0.4') })
    .click()
  await expect(field(page, words, 'cover_th')).toHaveValue('0.4')
  // A fault in a folded field unfolds it; its group in the index counts the changes.
  await unfold(page, words, 'events', 1)
  await field(page, words, 'auto_event_th').fill('0.2')
  await unfold(page, words, 'events', 1)
  await expect(field(page, words, 'auto_event_th')).toBeHidden()
  const index = page.getByRole('navigation', { name: words.alg.index })
  await expect(
    index.getByRole('button', { name: `${words.alg.groups.events.title} 1${words.alg.changed_here}` }),
  ).toBeVisible()
  await save(page, words).click()
  await expect(field(page, words, 'auto_event_th')).toBeFocused()
  await expect(page.getByText(words.errors.issues.too_small(0.5))).toBeVisible()
  await field(page, words, 'auto_event_th').fill('0.65')

  // A parameter is found by its name or its effect, and Enter jumps to it.
  const find = page.getByRole('searchbox', { name: words.alg.find })
  await find.fill(words.alg.fields.sim_th.label)
  await expect(page.getByRole('status').filter({ hasText: words.alg.found(1) })).toHaveCount(1)
  await expect(field(page, words, 'cover_th')).toBeHidden()
  await find.press('Enter')
  await expect(field(page, words, 'sim_th')).toBeFocused()
  await find.fill('xyz')
  await page.getByRole('button', { name: words.alg.find_clear }).click()
  await expect(field(page, words, 'cover_th')).toBeVisible()

  // The slider and the arrows set the same text.
  await page.getByRole('slider', { name: words.alg.slider(words.alg.fields.merge_seconds.label) }).fill('750')
  await expect(field(page, words, 'merge_seconds')).toHaveValue('30')
  await field(page, words, 'merge_seconds').press('ArrowDown')
  await expect(field(page, words, 'merge_seconds')).toHaveValue('29')
  await expect(bar(page, words)).toContainText(`${words.alg.fields.merge_seconds.label} 5 → 29`)
  await bar(page, words)
    .getByRole('button', { name: new RegExp(words.forms.changes(5)) })
    .click()
  await bar(page, words)
    .getByRole('button', { name: words.forms.take_back(words.alg.fields.merge_seconds.label) })
    .click()
  await expect(field(page, words, 'merge_seconds')).toHaveValue('5')

  // Drafts survive tabs, pages and a reload; signing out asks.
  await tab(page, words, 'schedule').click()
  await expect(page).toHaveURL(/tab=schedule/)
  await expect(tab(page, words, 'alg')).toContainText(words.params.unsaved)
  await page.getByRole('link', { name: words.shell.routes.dashboard }).first().click()
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
  await page.goBack()
  await tab(page, words, 'alg').click()
  await expect(field(page, words, 'auto_event_th')).toHaveValue('0.65')
  await page.reload()
  await expect(field(page, words, 'auto_event_th')).toHaveValue('0.65')
  await page.getByRole('button', { name: new RegExp(words.shell.header.user) }).click()
  await page.getByRole('menuitem', { name: words.shell.user.logout }).click()
  await page
    .getByRole('alertdialog', { name: words.shell.user.logout_unsaved })
    .getByRole('button', { name: words.shell.cancel })
    .click()

  // Another user saves meanwhile: fields that only they changed are updated, the page asks about the others.
  await field(page, words, 'cover_th').fill('0.45')
  await device.call('/api/parking/update_alg_param', { cover_th: 0.3, sim_th: 0.8 })
  await save(page, words).click()
  const comparison = page.getByRole('dialog', { name: words.forms.meanwhile.title })
  await expect(comparison).toBeVisible()
  await expect(comparison.getByText(words.forms.meanwhile.left(1)).first()).toBeVisible()
  expect(await violations(page, 2)).toEqual([])
  await comparison
    .getByRole('radio', {
      name: words.forms.meanwhile.choose(words.alg.fields.cover_th.label, words.forms.meanwhile.mine),
    })
    .check()
  await comparison.getByRole('button', { name: words.forms.meanwhile.settle }).click()
  await expect(field(page, words, 'sim_th')).toHaveValue('0.8')

  // A stopped device loses no input.
  await device.stop()
  await save(page, words).click()
  await expect(page.getByText(words.errors.unknown).first()).toBeVisible()
  await expect(field(page, words, 'cover_th')).toHaveValue('0.45')
  await device.start()
  await save(page, words).click()
  await saved(page, words)
  expect(await alg(device)).toMatchObject({
    cover_th: 0.45,
    sim_th: 0.8,
    auto_event_th: 0.65,
    timer_mode: 2,
    timer_seconds: 900,
    motor_det: true,
  })
  await expect(page.getByText(words.params.drift(6))).toBeVisible()

  await page.getByRole('button', { name: words.params.reset_all }).click()
  await save(page, words).click()
  await saved(page, words)
  expect(await alg(device)).toMatchObject(alg_factory)

  await asRole(device, 'viewer', async () => {
    await page.reload()
    await expect(page.getByText(words.forms.read_only).first()).toBeVisible()
    await expect(field(page, words, 'cover_th')).not.toBeEditable()
  })
})

test(
  'the times of a stay look the same in every browser, typed in any notation or picked on a calendar',
  { tag: '@tw' },
  async ({ page, words }) => {
    const text = words.schedule.stay
    await page.goto('/business/params?tab=schedule&arrive=2026-11-23T18:00:00&leave=2026-11-24T09:00:00')
    const arrival = page.getByLabel(text.arrive, { exact: true })
    await expect(arrival).toHaveValue('2026-11-23 18:00:00')
    // The calendar opens where it has room, so it is never cut off.
    await page.setViewportSize({ width: 1440, height: 640 })
    const open = page.getByRole('button', { name: words.range.open_calendar }).first()
    await open.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await open.click()
    await expect(page.getByRole('dialog', { name: words.range.open_calendar })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: '2026-11-22 ' }).click()
    await expect(arrival).toHaveValue('2026-11-22 18:00:00')
    await expect(page).toHaveURL(/arrive=2026-11-22/)
    await arrival.fill('2026/11/23 9:30')
    await arrival.blur()
    await expect(arrival).toHaveValue('2026-11-23 09:30:00')
    await expect(page.getByText(text.sums(2, 1))).toBeVisible()
  },
)

test('the schedule: draws, types, moves by keys, splits at midnight, copies, and simulates a stay', async ({
  counting,
  page,
  device,
  words,
}) => {
  const text = words.schedule
  const day = (name: string) => page.getByRole('group', { name, exact: true })
  const block = (name: string) => page.getByRole('button', { name, exact: true })
  const [monday = '', tuesday = '', wednesday = ''] = text.week.days
  await page.goto('/business/params?tab=schedule&arrive=2026-11-23T18:00:00&leave=2026-11-24T09:00:00')
  await expect(page.getByText(text.week.charged(24))).toHaveCount(7)
  await expect(page.getByText(text.stay.sums(2, 1))).toBeVisible()

  // Draws a block with the pointer from 06:00 to 12:00, in steps of 5 minutes.
  const track = await boxAtRest(day(monday).locator('[data-day]'))
  const at = (hour: number) => track.x + (track.width * hour) / 24
  const y = track.y + track.height / 2
  await counting('week_plan')
  await page.mouse.move(at(6.01), y)
  await page.mouse.down()
  await page.mouse.move(at(9), y)
  await page.mouse.move(at(12.01), y)
  await page.mouse.up()
  const free = words.codes.schedule_type.free
  await expect(block(text.week.block(monday, free, '06:00–12:00'))).toBeVisible()
  await counting()
  // Moves the block, then drags its end.
  await page.mouse.move(at(9), y)
  await page.mouse.down()
  await page.mouse.move(at(10), y)
  await page.mouse.move(at(11), y)
  await page.mouse.up()
  await expect(block(text.week.block(monday, free, '08:00–14:00'))).toBeVisible()
  await page.mouse.move(at(14) - 3, y)
  await page.mouse.down()
  await page.mouse.move(at(13), y)
  await page.mouse.move(at(12), y)
  await page.mouse.up()
  const drawn = block(text.week.block(monday, free, '08:00–12:00'))
  await expect(drawn).toBeVisible()

  // Keys move the block by 5 minutes or a day, move its end, and revert that; it keeps the focus.
  await drawn.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(block(text.week.block(monday, free, '08:05–12:10'))).toBeFocused()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expect(block(text.week.block(tuesday, free, '08:00–12:00'))).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(drawn).toBeFocused()

  // If the pointer is faster than the page, its release position counts; if it is released outside the page,
  // its last known position counts.
  const draw = (steps: [type: string, hour: number, buttons: number][]) =>
    day(wednesday)
      .locator('[data-day]')
      .evaluate((here, steps) => {
        const box = here.getBoundingClientRect()
        for (const [type, hour, buttons] of steps) {
          here.dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              pointerId: 1,
              pointerType: 'mouse',
              buttons,
              clientX: box.x + (box.width * hour) / 24,
              clientY: box.y + box.height / 2,
            }),
          )
        }
      }, steps)
  for (const end of [
    ['pointerup', 12, 0],
    ['pointermove', 20, 0],
  ] as [string, number, number][]) {
    await draw([['pointerdown', 6, 1], ['pointermove', 9, 1], ['pointermove', 12, 1], end])
    await block(text.week.block(wednesday, free, '06:00–12:00')).press('Delete')
    await expect(block(text.week.block(wednesday, free, '06:00–12:00'))).toBeHidden()
  }

  // A plan typed past midnight is split automatically, with a notice.
  await page.getByRole('button', { name: text.table.add }).click()
  const row = page.getByRole('row', { name: text.table.row(2) })
  await row.getByRole('textbox', { name: text.table.start }).fill('20:00')
  await row.getByRole('textbox', { name: text.table.end }).fill('06:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/23:59:59 处分成两段/)).toBeVisible()
  await expect(block(text.week.block(tuesday, free, '00:00–06:00'))).toBeVisible()
  await expect(page.getByText(text.stay.sums(4, 2))).toBeVisible()

  // An overlap and an invalid time are reported and not saved.
  const third = page.getByRole('row', { name: text.table.row(3) })
  await page
    .getByRole('row', { name: text.table.row(1) })
    .getByRole('textbox', { name: text.table.end })
    .fill('20:30')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(text.table.overlap(monday, `${free} 08:00:00 – 20:30:00`, `${free} 20:00:00 – 24:00:00`)),
  ).toBeHidden()
  await expect(
    page.getByText(text.table.overlap(monday, `${free} 08:00:00 – 20:29:59`, `${free} 20:00:00 – 23:59:59`)),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await save(page, words).click()
  expect(await plans(device)).toEqual([])
  await page
    .getByRole('row', { name: text.table.row(1) })
    .getByRole('textbox', { name: text.table.end })
    .fill('12:00')
  await third.getByRole('textbox', { name: text.table.end }).fill('25:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.table.bad_time)).toBeVisible()
  await third.getByRole('textbox', { name: text.table.end }).fill('06:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.table.bad_time)).toBeHidden()

  // Monday is copied to the other working days, each of which then has eight free hours.
  await counting('week_plan')
  await day(monday)
    .getByRole('button', { name: text.week.copy(monday) })
    .click()
  await page.getByRole('button', { name: text.copy.workdays }).click()
  await expect(page.getByText(text.week.charged(16))).toHaveCount(5)
  await save(page, words).click()
  await saved(page, words)
  expect(await plans(device)).toEqual([
    { days: [1, 2, 3, 4, 5], range: { start: '08:00:00', end: '11:59:59' }, type: 2 },
    { days: [1, 2, 3, 4, 5], range: { start: '20:00:00', end: '23:59:59' }, type: 2 },
  ])

  await counting()
  // A block gets another type, one is deleted by key, and another user saves a week meanwhile.
  await drawn.click()
  await page
    .getByRole('group', { name: text.week.selected })
    .getByText(words.codes.schedule_type.violation_parking)
    .click()
  await expect(page.getByText(text.stay.sums(4, 2))).toBeVisible()
  await block(text.week.block(tuesday, free, '08:00–12:00')).focus()
  await page.keyboard.press('Delete')
  await device.call('/api/parking/update_schedule_param', {
    plans: [{ days: [7], range: { start: '00:00:00', end: '23:59:59' }, type: 2 }],
  })
  await save(page, words).click()
  const comparison = page.getByRole('dialog', { name: words.forms.meanwhile.title })
  await comparison
    .getByRole('radio', { name: words.forms.meanwhile.choose(text.plans, words.forms.meanwhile.theirs) })
    .check()
  await comparison.getByRole('button', { name: words.forms.meanwhile.settle }).click()
  await expect(block(text.week.block(text.week.days[6] ?? '', free, '00:00–24:00'))).toBeVisible()
  await saved(page, words)
  // One press makes a plan apply to the whole week.
  await page.getByRole('button', { name: text.table.every_day, exact: true }).click()
  await save(page, words).click()
  await saved(page, words)
  const stored = await device.call('/api/parking/get_schedule_param', {})
  expect(stored.plans.map(({ days }) => days)).toEqual([[1, 2, 3, 4, 5, 6, 7]])
})

test.describe('tw', () => {
  test.use({ language: 'tw', viewport: { width: 390, height: 844 }, hasTouch: true })
  test("a phone shows one day at a time, by touch, in Taiwan's words", async ({ page, device, words }) => {
    const text = words.schedule
    await device.call('/api/parking/update_schedule_param', { plans: [] })
    await page.goto('/business/params?tab=schedule&day=3')
    await expect(page.getByRole('button', { name: '週三' })).toHaveAttribute('aria-pressed', 'true')
    const track = await boxAtRest(page.locator('[data-day="3"]'))
    await page.locator('[data-day="3"]').tap({ position: { x: 60, y: (track.height * 9.5) / 24 } })
    await expect(
      page.getByRole('button', { name: text.week.block('週三', '免費', '09:00–10:00') }),
    ).toBeVisible()
    await expect(page.getByText(text.week.charged(23))).toBeVisible()
    expect(await violations(page)).toEqual([])
    await save(page, words).click()
    await saved(page, words)
    expect(await plans(device)).toEqual([
      { days: [3], range: { start: '09:00:00', end: '09:59:59' }, type: 2 },
    ])
    await tab(page, words, 'alg').click()
    await expect(page.getByText(words.alg.fields.cover_th.means)).toBeVisible()
    await unfold(page, words, 'tracking', 3)
    await field(page, words, 'track_step').fill('200')
    await field(page, words, 'track_step').blur()
    await expect(page.getByText(words.errors.issues.too_big(100))).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

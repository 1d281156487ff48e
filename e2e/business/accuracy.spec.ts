/** Measured accuracy: the sample is judged blind by keyboard, and yields rates, intervals and a threshold. */
import type { Page } from '@playwright/test'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1, platform: true } })
test.describe.configure({ mode: 'serial' })

const page_of = '/business/accuracy'
const titled = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('explains the sample while there is none', async ({ page, device, words }) => {
  await page.goto(page_of)
  await expect(heading(page, words.shell.routes.business_accuracy)).toBeVisible()
  await expect(titled(page, words.accuracy.empty)).toBeVisible()
  // Nothing is known of a camera: its row says so, and the page that missed cars are not in the sample.
  const { camera_name } = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })).list[0]!
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: camera_name }) })
  await expect(row).toContainText(words.accuracy.verdicts.none)
  await expect(row).toContainText(words.accuracy.nothing_known)
  await expect(page.getByText(words.accuracy.missed_says)).toBeVisible()
  await page.getByRole('tab', { name: words.accuracy.judge }).click()
  await expect(titled(page, words.accuracy.none_waiting)).toBeVisible()
  await page.getByRole('tab', { name: words.accuracy.promise }).click()
  await expect(page.getByText(words.accuracy.no_threshold)).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test(
  'a user judges lot and plate without seeing the decision, and then sees the rates',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const text = words.accuracy
    await device.call('/api/parking/update_accuracy_settings', { sample_percent: 100 })
    const days = { by: 'camera', days: 30 } as const
    const before = await device.call('/api/parking/accuracy_report', days)
    await reportEvents(device, world, [
      { plate_number: '粤B12345' },
      { plate_number: '粤B12345', event_type: 3 },
    ])
    await page.goto(`${page_of}?tab=judge`)
    const desk = page.getByRole('region', { name: text.judge, exact: true })
    await expect(desk).toContainText(text.waiting(2))
    await expect(page.getByText('B12345')).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    // Both pictures show a car: the entry is right and its plate is asked for, the exit is wrong.
    for (let judged = 0; judged < 2; judged++) {
      await expect(desk).toContainText(text.waiting(2 - judged))
      await page.keyboard.press('o')
      const plate = page.getByRole('textbox', { name: text.plate })
      const next = judged === 0 ? desk.getByText(text.waiting(1)) : titled(page, text.none_waiting)
      await expect(plate.or(next).first()).toBeVisible()
      if (!(await plate.isVisible())) continue
      await plate.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: text.plate_required })).toBeVisible()
      await plate.fill('粤b·12345')
      await plate.press('Enter')
      await expect(plate).toBeHidden()
    }
    await expect(titled(page, text.none_waiting)).toBeVisible()

    await page.getByRole('tab', { name: text.results }).click()
    const { total } = await device.call('/api/parking/accuracy_report', days)
    expect(total.entry).toMatchObject({ checked: before.total.entry.checked + 1, wrong: 0 })
    expect(total.exit.wrong).toBe(before.total.exit.wrong + 1)
    expect(total.plate).toMatchObject({ checked: before.total.plate.checked + 1, wrong: 0 })
    await expect(card(page, text.rates.entry)).toContainText(text.counts(total.entry.checked, 0))
    await expect(card(page, text.rates.entry)).toContainText(text.verdicts.unsure)
    await expect(card(page, text.rates.exit)).toContainText('100.0%')
    // The exit was wrong, but so few judgements give no verdict.
    const verdict = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: text.verdicts.unsure }) })
    await expect(verdict).toHaveCount(1)
    await page.getByRole('button', { name: text.by.hour, exact: true }).click()
    await expect(page).toHaveURL(/by=hour/)
    await expect(page.getByRole('columnheader', { name: text.by.hour })).toBeVisible()
    await expect(page.getByText(text.desk_says)).toBeVisible()
    await expect(page.getByText(text.missed_says)).toBeVisible()

    // A typing mistake is corrected with a reason, and counted.
    await page.getByRole('tab', { name: text.judge }).click()
    const own = page.getByRole('listitem').filter({ hasText: '粤B12345' })
    await own.getByRole('button', { name: text.correct }).click()
    await own.getByRole('textbox', { name: text.plate, exact: true }).fill('粤B12346')
    await own.getByRole('textbox', { name: text.reason, exact: true }).fill('test')
    expect(await violations(page)).toEqual([])
    await own.getByRole('button', { name: text.correct_save }).click()
    await expect(page.getByText(text.corrected_done)).toBeVisible()
    const after = await device.call('/api/parking/accuracy_report', days)
    expect(after).toMatchObject({ corrected: 1, total: { plate: { wrong: 1 } } })
    await page.getByRole('tab', { name: text.results }).click()
    expect(await violations(page)).toEqual([])
  },
)

test('the supported threshold is applied after a confirmation', async ({ page, device, world, words }) => {
  const text = words.accuracy
  await device.call('/api/parking/update_alg_param', { auto_upload_th: 0.9 })
  await reportEvents(
    device,
    world,
    Array.from({ length: 80 }, () => ({ plate_number: '', confidence: 97 })),
  )
  for (;;) {
    const { sample } = await device.call('/api/parking/next_accuracy_sample', {})
    if (!sample) break
    const { sample_id } = sample
    await device.call('/api/parking/judge_accuracy_sample', { sample_id, lot: 'occupied', took_ms: 2000 })
  }
  await page.goto(`${page_of}?tab=promise`)
  await page.getByRole('combobox', { name: text.max_wrong }).selectOption({ label: '10%' })
  await expect
    .poll(() => device.call('/api/parking/accuracy_promise', {}))
    .toMatchObject({ max_wrong_percent: 10 })
  const { threshold } = await device.call('/api/parking/accuracy_promise', {})
  await expect(page.getByText(text.lowest(threshold!.toFixed(2)))).toBeVisible()
  await page.getByRole('button', { name: text.use_threshold }).click()
  const question = page.getByRole('alertdialog', { name: text.use_title(threshold!.toFixed(2)) })
  await expect(question).toContainText(text.use_says('0.90', threshold!.toFixed(2)))
  await question.getByRole('button', { name: text.use_threshold }).click()
  await expect(page.getByText(text.threshold_set)).toBeVisible()
  expect(await device.call('/api/parking/get_alg_param', {})).toMatchObject({ auto_upload_th: threshold })
  expect(await violations(page)).toEqual([])
})

test('a viewer sees the results, and may not judge or change anything', async ({ page, device, words }) => {
  await asRole(device, 'viewer', async () => {
    await page.goto(`${page_of}?tab=judge`)
    await expect(titled(page, words.accuracy.role)).toBeVisible()
    await page.getByRole('tab', { name: words.accuracy.results }).click()
    await expect(page.getByRole('combobox', { name: words.accuracy.share })).toBeDisabled()
    await expect(card(page, words.accuracy.rates.entry)).toBeVisible()
  })
})

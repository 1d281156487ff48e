/**
 * Using the event list: search while typing, filters as chips, a selection that moves nothing, the time
 * range, and rows of two lines on a phone. Long because all tests share one list.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillEvents } from '#bench/support/fill-events.ts'
import { column_names } from '@parking/console/events/list/event-columns.ts'
import { expect, test } from '#e2e/fixtures.ts'
import { violations } from '#e2e/measures/violations.ts'

test.use({ stage: { on_street: 1, added: 0 } })

const rows = (page: Page) => page.locator('tbody').getByRole('row')

test.beforeAll(async ({ device }) => {
  await device.stop()
  fillEvents(join(device.folder, 'data'), 90)
  await device.start()
})

test('searches while the user types, but not while composing; marks the match and moves no row', async ({
  page,
  device,
  words,
}) => {
  const found = (plate_number: string) =>
    device.call('/api/parking/parking_event', { page: 1, page_size: 1, plate_number })
  // The list is requested before the scripts load and reuses that answer: one request (docs/decisions/0060).
  await page.addInitScript(() =>
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('tbody')?.textContent.includes('粤')) return
      performance.mark('rows')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.goto('/business/data/parking')
  await expect(rows(page)).toHaveCount(20)
  const asked_before_rows = await page.evaluate(() => {
    const at = performance.getEntriesByName('rows')[0]!.startTime
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('/api/parking/parking_event') && startTime < at).length
  })
  expect(asked_before_rows).toBe(1)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => void addresses.push(decodeURIComponent(frame.url())))
  const head = page.getByRole('columnheader', { name: words.events.event_time_str })
  const place = await head.boundingBox()
  const search = page.getByRole('searchbox', { name: words.events.plate_number })
  const plate = (await found('粤B')).list[0]!.plate_number
  await search.pressSequentially(plate.slice(2, 5))
  const { total } = await found(plate.slice(2, 5))
  await expect(page.getByRole('search')).toContainText(words.range.list.hits(total))
  await expect(rows(page)).toHaveCount(Math.min(20, total))
  await expect(rows(page).first().locator('mark')).toHaveText(plate.slice(2, 5))
  expect(await head.boundingBox()).toEqual(place)

  await search.fill('')
  await expect(page).not.toHaveURL(/plate_number=/)
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['y', 'yu', 'yue'])
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await keyboard.send('Input.insertText', { text: '粤' })
  await expect(page).toHaveURL(/plate_number=%E7%B2%A4/)
  expect(addresses.filter((address) => address.includes('=y'))).toEqual([])
})

test(
  'the actions of a selection cover the filters and move nothing; Esc clears the selection',
  { tag: '@tw' },
  async ({ page, words }) => {
    await page.goto('/business/data/parking')
    await expect(rows(page)).toHaveCount(20)
    const place = await rows(page).nth(3).boundingBox()
    await rows(page).nth(3).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: words.events.chosen_bar })
    await expect(bar).toContainText(words.events.chosen(1))
    expect(await rows(page).nth(3).boundingBox()).toEqual(place)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(rows(page).nth(3).getByRole('checkbox')).not.toBeChecked()
  },
)

test('a folded filter becomes a chip, which edits and removes it', async ({ page, words }) => {
  const [list, label] = [words.range.list, words.events.plate_color]
  const { blue } = words.codes.plate_color
  await page.goto('/business/data/parking')
  await page.getByRole('button', { name: list.add, exact: true }).click()
  const panel = page.getByRole('dialog', { name: words.events.filters })
  await panel.getByRole('combobox', { name: label }).selectOption({ label: blue })
  await expect(page).toHaveURL(/plate_color=blue/)
  await panel.getByRole('button', { name: list.show }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: list.edit(`${label}：${blue}`) }).click()
  await expect(panel.getByRole('combobox', { name: label })).toHaveValue('blue')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: list.drop(label) }).click()
  await expect(page).not.toHaveURL(/plate_color/)
})

test('the calendar marks the days that have events', async ({ page, device, words }) => {
  const [newest] = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).list
  const day = newest!.event_time_str.slice(0, 10)
  await page.goto(`/business/data/parking?start_time=${day}+00%3A00%3A00`)
  await page.getByRole('button', { name: /^时间范围：/ }).click()
  const picker = page.getByRole('dialog', { name: words.range.title })
  const ofDay = (text: string) => picker.getByRole('button', { name: new RegExp(`^${text}`) })
  await expect(ofDay(day)).toHaveAccessibleDescription(words.range.has_data)
  // The events of this device are from the last hour and a half.
  await picker.getByRole('button', { name: words.range.previous_month }).click()
  await expect(ofDay(`${dayOfMonthBefore(day).slice(0, 7)}-02`)).toHaveAccessibleDescription('')
})

const dayOfMonthBefore = (day: string): string => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  return new Date(date.getTime() - 86_400_000).toISOString().slice(0, 10)
}

test(
  'a time range is a preset, typed in any notation, or chosen on the calendar by keyboard',
  { tag: '@tw' },
  async ({ page, words, counting }) => {
    const text = words.range
    await page.goto('/business/data/parking')
    const button = page.getByRole('button', { name: /^(时间范围|時間範圍)：/ })
    await expect(button).toHaveAccessibleName(text.button(text.any))
    await counting('search')
    await button.click()
    const picker = page.getByRole('dialog', { name: text.title })
    await picker.getByRole('button', { name: text.presets.d7, exact: true }).click()
    await expect(page).toHaveURL(/start_time=\d{4}-\d\d-\d\d\+00%3A00%3A00&end_time=/)
    await expect(picker).toBeHidden()
    await expect(button).toHaveAccessibleName(text.button(text.presets.d7))
    await expect(button).toBeFocused()
    const search = page.getByRole('searchbox', { name: words.events.plate_number })
    await search.fill('粤B')
    await expect(rows(page).first().locator('mark')).toHaveText('粤B')
    await counting()
    await search.fill('')
    await expect(page).not.toHaveURL(/plate_number=/)
    await button.click()
    const [start, end] = [
      picker.getByRole('textbox', { name: text.start }),
      picker.getByRole('textbox', { name: text.end }),
    ]
    await start.fill('20260301')
    await end.fill('2026-02-01')
    await expect(start).toHaveValue('2026-03-01 00:00:00')
    await expect(picker.getByText(text.wrong_order)).toBeVisible()
    await expect(picker.getByRole('button', { name: text.apply, exact: true })).toBeDisabled()
    await end.fill('2026-03-02 10:10')
    await end.press('ArrowUp')
    await expect(end).toHaveValue('2026-03-02 10:11:59')
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()

    await page.goto('/business/data/parking?start_time=2026-03-31+00%3A00%3A00')
    await button.click()
    await picker.getByRole('button', { name: /^2026-03-31/ }).focus()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('PageUp')
    await expect(picker.getByRole('button', { name: /^2026-02-28/ })).toBeFocused()
    await page.keyboard.press('Enter')
    for (let day = 1; day <= 7; day++) await page.keyboard.press('ArrowRight')
    await expect(picker.getByRole('button', { name: /^2026-03-07/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(picker.getByRole('status')).toContainText(text.days(8))
    await expect(picker.getByRole('status')).toContainText(text.list.hits(0))
    await picker.getByRole('button', { name: text.apply, exact: true }).click()
    await expect(page).toHaveURL(/start_time=2026-02-28\+00%3A00%3A00&end_time=2026-03-07\+23%3A59%3A59/)
    await page.getByRole('button', { name: text.clear_range }).click()
    await expect(page).not.toHaveURL(/_time=/)
  },
)

test.describe('tw on a phone', () => {
  test.use({ language: 'tw', viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a row has two lines, and the filters fill the window', async ({ page, words }) => {
    // Columns that do not fit on a desktop either.
    await page.addInitScript(
      (names) => localStorage.setItem('event-columns', names.join(',')),
      [...column_names],
    )
    await page.goto('/business/data/parking')
    await expect(rows(page)).toHaveCount(20)
    // The head of the columns, which this layout does not show, takes no room.
    expect((await rows(page).first().boundingBox())?.y).toBe((await page.getByRole('table').boundingBox())?.y)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect((await rows(page).first().boundingBox())?.height).toBeLessThan(80)
    await page.getByRole('button', { name: words.range.list.add, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: words.events.filters })
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await sheet
      .getByRole('combobox', { name: words.events.status, exact: true })
      .selectOption({ label: words.codes.event_status.skipped })
    await expect(page).toHaveURL(/status=8/)
    await sheet.getByRole('button', { name: words.range.list.show }).click()
    await expect(sheet).toBeHidden()
    await expect(rows(page).first()).toContainText(words.codes.event_status.skipped)
  })
})

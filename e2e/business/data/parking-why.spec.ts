/** "Why?" of an event: the looks that led to it, and their thumbnails, which are kept for a shorter time. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EventLook } from '@parking/contract/events/event-looks.ts'
import { openDatabase } from '@parking/server/core/db.ts'
import { stripPath } from '@parking/server/events/record/event-paths.ts'
import { markStripGone } from '@parking/server/events/record/look-strip.store.ts'
import { root } from '#scripts/lib/root.mjs'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'
import { expect, test } from '#e2e/fixtures.ts'

// The test reports the events itself.
test.use({ stage: { on_street: 1, added: 1 } })

/** Ten looks, five seconds apart: empty ones, a damaged picture, one that is hidden, and a vehicle. */
const looksUntil = (end: number): EventLook[] =>
  Array.from({ length: 10 }, (_, at) => {
    const time = end - (9 - at) * 5_000
    if (at === 2) return { time, seen: 'unknown', why: 'damaged', llr: null, belief: 0.01, cover: 0 }
    if (at < 4) return { time, seen: 'empty', why: '', llr: -3, belief: 0.01, cover: 0 }
    if (at === 4) return { time, seen: 'unknown', why: 'hidden', llr: null, belief: 0.05, cover: 0 }
    return { time, seen: 'vehicle', why: '', llr: 3, belief: Math.min(0.995, 0.2 * (at - 4)), cover: 0.8 }
  })
const plan = () => {
  const now = Date.now()
  return { plate_number: '粤B1O345', event_time: now - 27_000, looks: looksUntil(now - 5_000) }
}

test('shows the thumbnails of the looks with time and result', async ({ page, device, world, words }) => {
  const text = words.event_detail
  const [uuid] = await reportEvents(device, world, [plan()])
  await page.goto(`/business/data/parking?uuid=${uuid}`)
  const detail = page.getByRole('dialog', { name: words.events.detail, exact: true })
  const { looks } = await device.call('/api/parking/parking_event_detail', { uuid: uuid! })
  const times = looks.map(({ time_str }) => time_str.slice(11))
  const name = text.look_strip(10, times[0]!, times[9]!)
  const picture = detail.getByRole('img', { name })
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('naturalWidth', 1600)
  const film = detail.getByRole('region', { name })
  await expect(film).toContainText(`${times[3]}${text.look_seen.empty}${times[4]}${text.look_unknown.hidden}`)
  // The arrow keys scroll the strip, and do not open another event.
  await film.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => film.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  await expect(page).toHaveURL(new RegExp(uuid!))
  await detail.getByText(text.looks_values).click()
  const listed = detail.getByRole('list', { name: text.looks_list }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  await expect(listed.nth(2)).toContainText(`${times[2]}${text.look_unknown.damaged}`)
  expect(await violations(page)).toEqual([])
})

test(
  'says that thumbnails were deleted or their file is lost; the looks stay',
  { tag: '@tw' },
  async ({ page, device, world, words, allow }) => {
    const text = words.event_detail
    const [gone, lost] = await reportEvents(device, world, [plan(), plan()])
    const data = join(device.folder, 'data')
    const db = openDatabase(join(data, 'parking.db'), join(root, 'server/migrations'))
    const rowOf = (uuid: string | undefined) =>
      db.get<{ event_id: number; create_ms: number }>(
        'SELECT event_id, create_ms FROM event WHERE uuid = ?',
        [uuid!],
      )!
    markStripGone(db, rowOf(gone).event_id)
    rmSync(join(data, 'media', stripPath(rowOf(lost).create_ms, lost!)))
    db.close()
    allow(/404/, 'the file was deleted')

    await page.goto(`/business/data/parking?uuid=${gone}`)
    const detail = page.getByRole('dialog', { name: words.events.detail, exact: true })
    await expect(detail.getByText(text.look_strip_gone)).toBeVisible()
    await expect(detail.getByRole('heading', { name: text.looks })).toBeVisible()
    await page.goto(`/business/data/parking?uuid=${lost}`)
    await expect(detail.getByText(text.look_strip_broken)).toBeVisible()
    await detail.getByText(text.looks_values).click()
    const listed = detail.getByRole('list', { name: text.looks_list }).getByRole('listitem')
    await expect(listed).toHaveCount(10)
    await expect(listed.nth(2)).toContainText(text.look_unknown.damaged)
  },
)

/** The check desk in a browser test: its parts, events to check, and how a test leaves none behind. */
import { expect, type Page } from '@playwright/test'
import { event_status } from '@parking/contract'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { World } from '@parking/sim/world.ts'
import type { Device } from './device.ts'
import { reportEvents, type ReportPlan } from './report-events.ts'

export const desk = '/business/data/manual?tab=check'
export const currentEvent = (page: Page, words: Areas) =>
  page.getByRole('group', { name: words.checks.queue })
export const detailOf = (device: Device, uuid: string) =>
  device.call('/api/parking/parking_event_detail', { uuid })
export const saved = (page: Page, words: Areas) =>
  expect(page.getByText(words.checks.all_saved)).toBeVisible()

/** Reports events, and waits until each has been sent or held. */
export async function report(device: Device, world: World, plans: readonly ReportPlan[]): Promise<string[]> {
  const uuids = await reportEvents(device, world, plans)
  const over: readonly number[] = [event_status.sent, event_status.skipped]
  for (const uuid of uuids)
    await expect.poll(async () => over.includes((await detailOf(device, uuid)).status)).toBe(true)
  return uuids
}

/** Checks all events of a test: otherwise they stay leased for a minute, into the next test. */
export async function finish(device: Device, uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids)
    await device.call('/api/parking/check_parking_event', {
      uuid,
      verdict: 'confirmed',
      seen_checks: (await detailOf(device, uuid)).checks.length,
    })
}

/** The storage page (ours): the disk by kind, what is kept, what waits to be sent and how it is sent; and a device that goes away. */
import type { Page } from '@playwright/test'
import { event_status } from '@parking/contract/codes.ts'
import { bytesText } from '../../console/src/lib/bytes.ts'
import { platformParam } from '../support/stage.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { name: 'storage', on_street: 1, added: 1 } })
test.describe.configure({ mode: 'serial' })

const section = (page: Page, name: string) => page.getByRole('region', { name })

for (const language of ['zh', 'tw'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('the disk: how much is free, and each kind with its size', async ({ page, device, words }) => {
      const text = words.storage
      await page.goto('/device/storage')
      await expect(heading(page, words.shell.routes.device_storage)).toBeVisible()
      const disk = section(page, text.disk)
      const { total } = await device.call('/api/system/disk_status', {})
      await expect(disk.getByText(text.of_total(bytesText(total)))).toBeVisible()
      for (const kind of ['database', 'pictures', 'logs', 'spool', 'snapshots', 'other', 'system', 'free'] as const) {
        await expect(disk.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${text.kinds[kind]}`) }) })).toContainText(/\d (B|KB|MB|GB|TB)/)
      }
      await expect(disk.getByRole('img', { name: text.bar })).toBeVisible()
    })

    test('what is kept for how long, as the device does it', async ({ page, words }) => {
      const text = words.storage
      await page.goto('/device/storage')
      const kept = section(page, text.retention)
      await expect(kept.getByText(text.for_good)).toHaveCount(2)
      await expect(kept.getByText(text.log_of(words.codes.log_type.service), { exact: true })).toBeVisible()
      await expect(kept.getByText(text.at_most('48 MB', 200_000))).toBeVisible()
    })

    test('nothing waits, and it says so', async ({ page, words }) => {
      await page.goto('/device/storage')
      await expect(section(page, words.storage.waiting).getByText(words.storage.nothing_waits, { exact: true })).toBeVisible()
    })
  })
}

test('events wait without a platform: how many, how large, since when, and a way to their list; with one they are sent', async ({ page, device, world, words }) => {
  const text = words.storage
  world.street.arrive(0, 0)
  await expect.poll(async () => (await device.call('/api/system/disk_status', {})).waiting.by_status[event_status.delayed] ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
  await page.goto('/device/storage')
  const waiting = section(page, text.waiting)
  const { events, by_status } = (await device.call('/api/system/disk_status', {})).waiting
  await expect(waiting.getByText(text.events(events)).first()).toBeVisible()
  await expect(waiting.getByText(/KB|MB/)).toBeVisible()
  await expect(waiting.getByRole('time')).toBeVisible()
  const link = waiting.getByRole('link', { name: text.see(words.codes.event_status.delayed, by_status[event_status.delayed] ?? 0) })
  await expect(link).toHaveAttribute('href', `/business/data/parking?status=${event_status.delayed}`)
  await device.call('/api/parking/update_platform_param', platformParam(world))
  await waiting.getByRole('button', { name: text.resume, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: text.resume_ask })
  await question.getByRole('button', { name: text.resume, exact: true }).click()
  await expect(section(page, text.waiting).getByText(text.nothing_waits, { exact: true })).toBeVisible({ timeout: 20_000 })
})

test('a device that goes away: what was seen stays, with its age, and is fresh again when it comes back', async ({ page, device, words, allow }) => {
  allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/, 'the server is stopped on purpose')
  await page.goto('/device/storage')
  await expect(section(page, words.storage.disk)).toBeVisible()
  const stale = page.getByText(words.shell.stale('|').split('|')[0] ?? '')
  await device.stop()
  await page.getByRole('button', { name: words.storage.refresh, exact: true }).click()
  await expect(stale).toBeVisible()
  await expect(section(page, words.storage.disk)).toBeVisible()
  await device.start()
  await expect(stale).toBeHidden({ timeout: 20_000 })
})

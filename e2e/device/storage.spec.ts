/**
 * The storage page (ours): disk usage, retention, and the queue; also without a connection. Long because the
 * states of the queue follow one another on one device.
 */
import type { Page } from '@playwright/test'
import { event_status } from '@parking/contract/core/codes.ts'
import { bytesText } from '@parking/console/lib/bytes.ts'
import { asRole } from '../support/as-role.ts'
import { platformParam } from '@parking/sim/provision.ts'
import { violations } from '../measures/violations.ts'
import { expect, heading, test } from '../fixtures.ts'
import { server_gone } from '#e2e/support/watch.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('the disk shows its free space and the size of each kind of data', async ({ page, device, words }) => {
  const text = words.disk
  await page.goto('/device/storage')
  await expect(heading(page, words.shell.routes.device_storage)).toBeVisible()
  const disk = section(page, text.disk)
  const { total } = await device.call('/api/system/disk_status', {})
  await expect(disk.getByText(text.of_total(bytesText(total)))).toBeVisible()
  for (const kind of [
    'database',
    'pictures',
    'logs',
    'spool',
    'snapshots',
    'other',
    'system',
    'free',
  ] as const) {
    await expect(
      disk
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${text.kinds[kind]}`) }) }),
    ).toContainText(/\d (B|KB|MB|GB|TB)/)
  }
  await expect(disk.getByRole('img', { name: text.bar })).toBeVisible()
})

test(
  'shows the retention of each kind of data as the device reports it',
  { tag: '@tw' },
  async ({ page, words }) => {
    const text = words.disk
    await page.goto('/device/storage')
    const kept = section(page, text.retention)
    await expect(kept.getByText(text.newest(3))).toBeVisible()
    await expect(kept.getByText(text.for_good)).toHaveCount(0)
    await expect(kept.getByText(text.log_of(words.codes.log_type.service), { exact: true })).toBeVisible()
    await expect(kept.getByText(text.at_most('48 MB', 200_000))).toBeVisible()
  },
)

test('an empty queue is shown as such; the retention can be changed', async ({ page, words }) => {
  const text = words.queue
  await page.goto('/device/storage')
  const queue = section(page, text.title)
  await expect(queue.getByText(text.states.empty, { exact: true })).toBeVisible()
  await expect(queue.getByText(text.says.empty, { exact: true })).toBeVisible()
  await expect(queue.getByRole('button', { name: words.resume.act, exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(section(page, text.errors).getByText(text.no_errors)).toBeVisible()
  const keep = section(page, words.disk.keep.title)
  await expect(
    keep.getByRole('textbox', { name: words.disk.keep.fields.media_days, exact: true }),
  ).toHaveValue('90')
  await expect(keep.getByText(words.disk.keep.not_yet)).toBeVisible()
  await expect(keep.getByRole('listitem')).toHaveText(words.disk.keep.orders)
})

test('events wait without an address; an operator pauses the queue; it drains with an address', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.queue
  world.street.arrive(0, 0)
  await expect
    .poll(
      async () => (await device.call('/api/parking/event_queue', {})).by_status[event_status.delayed] ?? 0,
    )
    .toBeGreaterThan(0)
  await page.goto('/device/storage')
  const queue = section(page, text.title)
  await expect(queue.getByText(text.states.no_address, { exact: true })).toBeVisible()
  await expect(queue.getByRole('link', { name: text.set_address })).toHaveAttribute(
    'href',
    '/business/params?tab=platform',
  )
  const { waiting } = await device.call('/api/parking/event_queue', {})
  await expect(queue.getByText(/\d (KB|MB)$/)).toBeVisible()
  const row = queue
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: words.codes.event_status.delayed, exact: true }) })
  await expect(row.getByRole('time')).toBeVisible()
  await expect(
    row.getByRole('link', { name: text.see(words.codes.event_status.delayed, waiting) }),
  ).toHaveAttribute('href', `/business/data/parking?status=${event_status.delayed}`)

  await queue.getByRole('button', { name: text.pause, exact: true }).click()
  await page
    .getByRole('alertdialog', { name: text.pause_ask })
    .getByRole('button', { name: text.pause, exact: true })
    .click()
  await expect(queue.getByText(text.states.paused, { exact: true })).toBeVisible()
  await device.call('/api/parking/update_platform_param', platformParam(world))
  const pending = queue
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: words.codes.event_status.pending, exact: true }) })
  await expect(
    pending.getByRole('link', { name: text.see(words.codes.event_status.pending, waiting) }),
  ).toBeVisible()
  expect(world.platform.received()).toEqual([])
  await queue.getByRole('button', { name: words.resume.act, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: words.resume.ask })
  await expect(question).toContainText(words.resume.effect)
  await question.getByRole('button', { name: words.resume.act, exact: true }).click()
  await expect(queue.getByText(text.states.empty, { exact: true })).toBeVisible()
  await expect.poll(() => world.platform.received().length).toBe(waiting)
})

test('a platform that is down, then rejects: each reason is listed with its count', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.queue
  await device.call('/api/parking/update_platform_param', platformParam(world))
  await world.platform.setBehaviour('busy')
  world.street.arrive(0, 1)
  await page.goto('/device/storage')
  const errors = section(page, text.errors)
  const row = errors.getByRole('row').filter({ hasText: text.steps.deliver + text.outcomes.busy })
  await expect(row.getByRole('cell').first()).toHaveText(/^([3-9]|\d\d)$/)
  await expect(section(page, text.title).getByText(text.states.stalled, { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await world.platform.setBehaviour('refuse')
  await device.call('/api/system/parking_event_resume_upload', {})
  await expect(
    errors.getByRole('row').filter({ hasText: text.steps.deliver + text.outcomes.refused }),
  ).toContainText('not under contract')
  await expect(section(page, text.title).getByText(text.says.empty_parked)).toBeVisible()
  await expect(section(page, text.title).getByText(text.states.parked, { exact: true })).toBeVisible()
  await world.platform.setBehaviour('accept')
  await device.call('/api/system/parking_event_resume_upload', {})
  await expect(section(page, text.title).getByText(text.says.empty, { exact: true })).toBeVisible()
})

test('retention shows issues at their field, asks before tighter limits, and needs an administrator', async ({
  page,
  device,
  words,
}) => {
  const text = words.disk.keep
  await page.goto('/device/storage')
  const keep = section(page, text.title)
  const field = (name: keyof typeof text.fields) =>
    keep.getByRole('textbox', { name: text.fields[name], exact: true })
  const save = page.getByRole('button', { name: words.forms.save, exact: true })
  await field('budget_gb').fill('0.05')
  await field('media_days').fill('0')
  await save.click()
  await expect(field('media_days')).toHaveAttribute('aria-invalid', 'true')
  await expect(field('media_days')).toBeFocused()
  await field('media_days').fill('60')
  await save.click()
  await expect(field('budget_gb')).toHaveAttribute('aria-invalid', 'true')
  await field('budget_gb').fill('2.5')
  await expect(page.getByRole('region', { name: words.forms.unsaved })).toBeVisible()
  await save.click()
  const question = page.getByRole('alertdialog', { name: text.ask })
  await expect(question).toContainText(text.effect([text.fields.media_days, text.fields.budget_gb]))
  await question.getByRole('button', { name: text.save, exact: true }).click()
  await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
  expect(await device.call('/api/parking/get_retention', {})).toMatchObject({
    media_days: 60,
    budget_bytes: 2_500_000_000,
    sent_days: 365,
  })
  await field('media_days').fill('120')
  await device.call('/api/parking/update_retention', { media_days: 30 })
  await save.click()
  await expect(page.getByRole('dialog', { name: words.forms.meanwhile.title })).toContainText(
    text.fields.media_days,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.forms.undo, exact: true }).click()

  await asRole(device, 'viewer', async () => {
    await page.reload()
    await expect(page.getByText(words.forms.read_only).first()).toBeVisible()
    await expect(field('media_days')).toHaveAttribute('readonly')
    const pause = section(page, words.queue.title).getByRole('button', {
      name: words.queue.pause,
      exact: true,
    })
    await expect(pause).toHaveAttribute('aria-disabled', 'true')
    await expect(pause).toHaveAttribute('title', words.queue.role)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(field('media_days')).toHaveValue('30')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a lost connection keeps the last data with its age; it is current after the device returns', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(server_gone, 'the server is stopped on purpose')
  await page.goto('/device/storage')
  // Wait until everything is loaded: only loaded data can stay.
  await expect(section(page, words.disk.disk).getByRole('img', { name: words.disk.bar })).toBeVisible()
  await expect(section(page, words.queue.title).getByRole('row').first()).toBeVisible()
  const stale = page.getByText(words.shell.stale('|').split('|')[0] ?? '')
  await device.stop()
  await page.getByRole('button', { name: words.disk.refresh, exact: true }).click()
  // The banner says why, and the mark on hover.
  await expect(stale).toHaveAttribute('title', words.errors.unreachable)
  const messages = page.getByRole('region', { name: words.shell.toasts.label })
  await expect(messages.getByRole('alert')).toContainText(words.errors.unreachable)
  await expect(section(page, words.disk.disk).getByRole('img', { name: words.disk.bar })).toBeVisible()
  await device.start()
  await expect(stale).toBeHidden()
})

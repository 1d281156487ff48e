/**
 * Restart (spec §1, §8): before, during and after the restart of the device. Long because each way a restart
 * can end is a scenario of its own, and all of them share one device.
 */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, test } from '../fixtures.ts'
import type { Device } from '../support/device.ts'
import { away, beginningOf, overlay, toasts } from '../support/planned-restart.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

async function openReboot(page: Page, words: Areas) {
  await page.getByRole('button', { name: words.operation.reboot.act }).click()
  return page.getByRole('alertdialog', { name: words.operation.reboot.dialog })
}

/** Makes the machine restart the device, which is its initial behaviour. */
const restarts = (device: Device) =>
  device.machine.power.onReboot(
    () => device.stop(),
    () => device.start(),
  )

test('a rejected restart shows a message, and the device stays up', async ({ page, device, words }) => {
  const count = device.machine.power.count
  device.machine.installed('systemctl', false)
  await page.goto('/system/operation')
  const dialog = await openReboot(page, words)
  const go = dialog.getByRole('button', { name: words.operation.reboot.go })
  await go.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    `${words.errors.messages.reboot_failed}：${words.errors.reasons.unsupported}`,
  )
  device.machine.installed('systemctl', true)
  await expect(go).toHaveAttribute('aria-disabled', 'false')
  expect(device.machine.power.count).toBe(count)
})

test('before a restart: shows running and waiting work and other users; a network trial blocks it', async ({
  page,
  device,
  words,
}) => {
  const text = words.operation.reboot
  await page.goto('/system/operation')
  await expect(heading(page, words.shell.routes.system_operation)).toBeVisible()
  const dialog = await openReboot(page, words)
  await expect(dialog.getByText(text.app_running)).toBeVisible()
  await expect(dialog.getByText(text.waiting_none)).toBeVisible()
  await expect(dialog.getByText(text.nothing_runs)).toBeVisible()
  await expect(dialog.getByText(text.others_none)).toBeVisible()
  const dns = await device.call('/api/device/get_dns', {})
  await device.call('/api/device/set_dns', {
    ...dns,
    dns_main: dns.dns_main === '127.77.0.54' ? '127.77.0.55' : '127.77.0.54',
  })
  await expect(dialog.getByRole('listitem').filter({ hasText: text.trial })).toBeVisible()
  await expect(dialog.getByRole('button', { name: text.go })).toHaveAttribute('aria-disabled', 'true')
  await device.call('/api/device/cancel_trial', {})
  await expect(dialog.getByRole('button', { name: text.go })).toHaveAttribute('aria-disabled', 'false')
  await dialog.getByRole('button', { name: words.operation.cancel, exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('a restart: the overlay covers the page, which continues afterwards with its input', async ({
  counting,
  page,
  device,
  words,
  allow,
}) => {
  allow(away, 'the device restarts on purpose')
  const text = words.operation
  const booted = (await device.call('/api/system/reboot_time', {})).reboot_time
  const count = device.machine.power.count
  await page.goto('/system/operation?tab=reboot')
  const box = page.getByRole('checkbox', { name: text.restore.keeps.users.label })
  const before = await box.isChecked()
  await box.setChecked(!before)
  await counting('restart')
  const dialog = await openReboot(page, words)
  await dialog.getByRole('button', { name: text.reboot.go }).click()
  await counting()
  const cover = overlay(page, words.errors.messages.rebooting)
  await expect(cover).toBeVisible()
  await expect(cover.getByRole('timer')).toContainText(beginningOf(words.shell.coming_back.waited))
  await page.keyboard.press('Escape')
  await expect(
    cover.getByRole('listitem').filter({ hasText: words.shell.coming_back.steps.back }),
  ).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('alert').filter({ hasText: words.shell.connection_lost.title })).toHaveCount(0)
  await expect(toasts(page, words).getByRole('alert')).toHaveCount(0)
  await expect(cover).toBeHidden()
  await expect(toasts(page, words).getByText(beginningOf(words.shell.coming_back.done.reboot))).toBeVisible()
  expect(device.machine.power.count).toBe(count + 1)
  expect((await device.call('/api/system/reboot_time', {})).reboot_time).not.toBe(booted)
  await expect(page).toHaveURL(`${device.address}/system/operation?tab=reboot`)
  await expect(box).toBeChecked({ checked: !before })
  await page.getByRole('button', { name: words.forms.undo }).click()
  await expect(dialog).toBeHidden()
  await expect((await openReboot(page, words)).getByText(beginningOf(text.reboot.took))).toBeVisible()
})

test('a reload during the shutdown keeps overlay and session', async ({ page, device, words, allow }) => {
  allow(away, 'the device restarts on purpose')
  let goDown: () => void = () => undefined
  const shutdown = new Promise<void>((resolve) => (goDown = resolve))
  device.machine.power.onReboot(
    async () => {
      await shutdown
      await device.stop()
    },
    () => device.start(),
  )
  await page.goto('/system/operation')
  const dialog = await openReboot(page, words)
  await dialog.getByRole('button', { name: words.operation.reboot.go }).click()
  const cover = overlay(page, words.errors.messages.rebooting)
  await expect(cover).toBeVisible()
  await page.reload()
  await expect(cover).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  goDown()
  await expect(cover).toBeHidden()
  restarts(device)
  await expect(heading(page, words.shell.routes.system_operation)).toBeVisible()
  await expect(toasts(page, words).getByText(beginningOf(words.shell.coming_back.done.reboot))).toBeVisible()
  await expect(page).toHaveURL(`${device.address}/system/operation`)
})

test('a device that does not return: shows a check list after three minutes, and keeps probing', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(away, 'the device restarts on purpose')
  const text = words.shell.coming_back
  let rise: () => void = () => undefined
  const risen = new Promise<void>((resolve) => (rise = resolve))
  device.machine.power.onReboot(
    () => device.stop(),
    async () => {
      await risen
      await device.start()
    },
  )
  await page.clock.install()
  await page.goto('/system/operation')
  const dialog = await openReboot(page, words)
  await dialog.getByRole('button', { name: words.operation.reboot.go }).click()
  const cover = overlay(page, words.errors.messages.rebooting)
  await expect(cover.getByRole('listitem').filter({ hasText: text.steps.back })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(cover.getByRole('alert')).toHaveCount(0)
  await page.clock.fastForward(181_000)
  await expect(cover.getByRole('alert')).toContainText(text.late)
  await expect(
    cover.getByRole('listitem').filter({ hasText: text.late_address(new URL(device.address).host) }),
  ).toBeVisible()
  rise()
  await expect(cover).toBeHidden()
  await expect(toasts(page, words).getByText(beginningOf(text.done.reboot))).toBeVisible()
  restarts(device)
})

test('a device that accepts but does not restart: the overlay shows it and can be closed', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(away, 'the device restarts on purpose')
  const text = words.shell.coming_back
  let goDown: () => void = () => undefined
  const shutdown = new Promise<void>((resolve) => (goDown = resolve))
  let up: () => void = () => undefined
  const back = new Promise<void>((resolve) => (up = resolve))
  device.machine.power.onReboot(
    async () => {
      await shutdown
      await device.stop()
    },
    async () => {
      await device.start()
      up()
    },
  )
  await page.clock.install()
  await page.goto('/system/operation')
  const dialog = await openReboot(page, words)
  await dialog.getByRole('button', { name: words.operation.reboot.go }).click()
  const cover = overlay(page, words.errors.messages.rebooting)
  await expect(cover).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(cover.getByRole('alert')).toContainText(text.stuck)
  await cover.getByRole('button', { name: text.give_up }).click()
  await expect(cover).toBeHidden()
  await expect(page.getByRole('button', { name: words.operation.reboot.act })).toBeVisible()
  goDown()
  await back
  restarts(device)
})

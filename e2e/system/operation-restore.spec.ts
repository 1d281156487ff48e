/** Factory restore and snapshots (spec §9): what is kept, what is lost, and the way back. */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, password, test, username } from '../fixtures.ts'
import type { Device } from '../support/device.ts'
import { away, beginningOf, overlay, toasts } from '../support/planned-restart.ts'

test.use({ stage: { on_street: 1, added: 1 } })
test.describe.configure({ mode: 'serial' })

async function openRestore(page: Page, words: Areas) {
  await page.getByRole('button', { name: words.operation.restore.act }).click()
  return page.getByRole('alertdialog', { name: words.operation.restore.dialog })
}

/** Selects what is kept by the check boxes, and saves a change. */
async function keep(
  page: Page,
  words: Areas,
  kept: readonly (keyof Areas['operation']['restore']['keeps'])[],
) {
  const text = words.operation.restore
  let changed = false
  for (const [name, { label }] of Object.entries(text.keeps)) {
    const box = page.getByRole('checkbox', { name: label })
    const wanted = kept.some((one) => one === name)
    changed ||= (await box.isChecked()) !== wanted
    await box.setChecked(wanted)
  }
  if (!changed) return
  const save = page.getByRole('button', { name: text.save })
  await save.click()
  await expect(toasts(page, words).getByText(words.errors.messages.update_success)).toBeVisible()
  await expect(save).toBeHidden()
}

const serialOf = async (device: Device) => (await device.call('/api/device/get_basic_info', {})).host_sn
const cameras = async (device: Device) =>
  (await device.call('/api/camera/list_cameras', { page: 1, page_size: 1 })).total
test(
  'what a restore keeps: losses are counted, the address is validated, unsaved settings are not applied',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.operation.restore
    await page.goto('/system/operation')
    await keep(page, words, ['network', 'users', 'cameras', 'params', 'events'])
    await expect(page.getByRole('textbox', { name: text.gateway })).toBeHidden()
    await page.getByRole('checkbox', { name: text.keeps.cameras.label }).uncheck()
    await expect(page.getByText(text.lost.cameras(1))).toBeVisible()
    await page.getByRole('checkbox', { name: text.keeps.network.label }).uncheck()
    await page.getByRole('textbox', { name: text.ipv4 }).fill('192.168.5.20')
    await page.getByRole('textbox', { name: text.netmask }).fill('255.255.255.0')
    await page.getByRole('textbox', { name: text.gateway }).fill('192.168.6.1')
    const act = page.getByRole('button', { name: text.act })
    await expect(act).toHaveAttribute('aria-disabled', 'true')
    await expect(act).toHaveAccessibleDescription(text.unsaved)
    await page.getByRole('button', { name: text.save }).click()
    await expect(page.getByText(words.errors.issues.gateway_outside)).toBeVisible()
    await page.getByRole('textbox', { name: text.gateway }).fill('192.168.5.1')
    await page.getByRole('button', { name: text.save }).click()
    await expect(toasts(page, words).getByText(words.errors.messages.update_success)).toBeVisible()
    // The toast may still be that of the save before.
    await expect
      .poll(() => device.call('/api/system/get_restore_config', {}))
      .toEqual({
        ipv4: '192.168.5.20',
        netmask: '255.255.255.0',
        gateway: '192.168.5.1',
        keep: ['users', 'params', 'events'],
      })
    const dialog = await openRestore(page, words)
    await expect(
      dialog.getByRole('link', { name: `http://192.168.5.20:${new URL(device.address).port}` }),
    ).toBeVisible()
    await expect(dialog.getByText(text.snapshot_first)).toBeVisible()
    await expect(dialog.getByRole('button', { name: text.go })).toBeDisabled()
    await dialog.getByRole('textbox', { name: words.operation.serial.label }).fill('PE-000000000000')
    await expect(dialog.getByText(words.operation.serial.wrong)).toBeVisible()
    await expect(dialog.getByRole('button', { name: text.go })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  },
)

test('a restore that deletes the users shows a one-time password once, and it signs in', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(away, 'the device starts anew on purpose')
  const text = words.shell.coming_back.password
  await page.goto('/system/operation')
  await keep(page, words, ['network', 'cameras', 'params', 'events'])
  const dialog = await openRestore(page, words)
  await dialog.getByRole('textbox', { name: words.operation.serial.label }).fill(await serialOf(device))
  await dialog.getByRole('button', { name: words.operation.restore.go }).click()
  const cover = overlay(page, text.title)
  await expect(cover.getByText(text.once)).toBeVisible()
  const secret = await cover.getByRole('definition').last().innerText()
  const goOn = cover.getByRole('button', { name: text.go_on })
  await expect(goOn).toBeDisabled()
  await cover.getByRole('checkbox', { name: text.noted }).check()
  await goOn.click()
  await expect(page).toHaveURL(`${device.address}/login`)
  await expect(page.getByText(words.login.reasons.restore)).toBeVisible()
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(secret.trim())
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
  await page.getByLabel(words.login.first.new, { exact: true }).fill(password)
  await page.getByLabel(words.login.first.repeat, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
  await expect(toasts(page, words).getByText(beginningOf(words.shell.coming_back.done.restore))).toBeVisible()
  expect(await cameras(device)).toBe(1)
})

test('a restore that keeps network and users keeps the session; its snapshot restores all data', async ({
  counting,
  page,
  device,
  words,
  allow,
}) => {
  allow(away, 'the device starts anew on purpose')
  const text = words.operation
  await page.goto('/system/operation')
  await keep(page, words, ['network', 'users', 'params', 'events'])
  const dialog = await openRestore(page, words)
  const serial = dialog.getByRole('textbox', { name: text.serial.label })
  await dialog.getByRole('button', { name: await serialOf(device) }).click()
  await serial.press('ControlOrMeta+v')
  await dialog.getByRole('button', { name: text.restore.go }).click()
  await expect(toasts(page, words).getByText(beginningOf(words.shell.coming_back.done.restore))).toBeVisible()
  await expect(page).toHaveURL(`${device.address}/system/operation`)
  expect(await cameras(device)).toBe(0)

  const { list } = await device.call('/api/system/list_snapshots', {})
  const row = page.getByRole('row').filter({ hasText: list[0]?.name ?? '' })
  await expect(row).toContainText(text.snapshots.reasons.restore)
  await counting('snapshot')
  await row.getByRole('button', { name: text.snapshots.act_named(list[0]?.name ?? ''), exact: true }).click()
  const back = page.getByRole('alertdialog', { name: text.snapshots.dialog })
  await expect(back.getByRole('button', { name: text.snapshots.go })).toBeDisabled()
  await back.getByRole('textbox', { name: text.serial.label }).fill(await serialOf(device))
  await back.getByRole('button', { name: text.snapshots.go }).click()
  await expect(page).toHaveURL(/\/login\?redirect=\/system\/operation/)
  await expect(page.getByText(words.login.reasons.bring_back)).toBeVisible()
  await expect(page.getByText(words.login.reasons.expired)).toHaveCount(0)
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(heading(page, words.shell.routes.system_operation)).toBeVisible()
  await expect(
    toasts(page, words).getByText(beginningOf(words.shell.coming_back.done.bring_back)),
  ).toBeVisible()
  expect(await cameras(device)).toBe(1)
})

test('a restore to another address leads the user to the login page there', async ({
  page,
  context,
  device,
  words,
  allow,
}) => {
  const { port } = new URL(device.address)
  const [old, fresh] = [`http://127.77.0.10:${port}`, `http://127.77.0.30:${port}`]
  allow(/127\.77\.0\.|ERR_/, "the page is at the device's own address, which changes")
  await context.addCookies([
    { name: 'Admin-Token', value: await device.signIn(), url: old },
    { name: 'language', value: 'zh', url: old },
  ])
  await page.goto(`${old}/system/operation`)
  await keep(page, words, ['users', 'cameras', 'params', 'events'])
  const text = words.operation
  await page.getByRole('textbox', { name: text.restore.ipv4 }).fill('127.77.0.30')
  await page.getByRole('textbox', { name: text.restore.gateway }).fill('127.77.0.1')
  await page.getByRole('button', { name: text.restore.save }).click()
  await expect(page.getByRole('button', { name: text.restore.save })).toBeHidden()
  const dialog = await openRestore(page, words)
  await expect(dialog.getByRole('link', { name: fresh })).toBeVisible()
  await expect(dialog.getByRole('definition')).toHaveText(['127.77.0.30', '255.255.255.0', '127.77.0.1'])
  await dialog.getByRole('textbox', { name: text.serial.label }).fill(await serialOf(device))
  await dialog.getByRole('button', { name: text.restore.go }).click()
  await expect(
    overlay(page, words.shell.coming_back.restore).getByRole('link', { name: fresh }),
  ).toBeVisible()
  await expect(page).toHaveURL(`${fresh}/login`)
  await expect(page.getByText(words.login.reasons.restore)).toBeVisible()
  await expect(page.getByLabel(words.login.username)).toBeVisible()
})

/** The two acts of docs/restore.md: the restore, which ends with its snapshots, and the permanent erasure. */
import { expect, heading, password, test, username } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1 } })
test.describe.configure({ mode: 'serial' })

test(
  'snapshots show how long they are kept; one, and then all, can be deleted',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const text = words.operation.snapshots
    const mode = (await device.call('/api/parking/get_business_mode', {})).business_mode
    await device.call('/api/parking/set_business_mode', { business_mode: mode === 0 ? 2 : 0 })
    await device.call('/api/camera/delete_camera', { camera_sn: world.cameras[0]!.serial })
    const { list } = await device.call('/api/system/list_snapshots', {})
    const [newest] = list
    await page.goto('/system/operation')
    const row = page.getByRole('row').filter({ hasText: newest?.name ?? '' })
    await expect(row).toContainText(newest?.until_time_str ?? 'no time')
    await row.getByRole('button', { name: text.delete.act_named(newest?.name ?? '') }).click()
    const one = page.getByRole('alertdialog', { name: text.delete.dialog(1) })
    await expect(one.getByText(newest?.name ?? '')).toBeVisible()
    await one.getByRole('button', { name: text.delete.keep }).click()
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: text.delete.act_named(newest?.name ?? '') }).click()
    await one.getByRole('button', { name: text.delete.go }).click()
    await expect(row).toBeHidden()
    await page.getByRole('button', { name: text.delete.all }).click()
    const rest = page.getByRole('alertdialog', { name: text.delete.dialog(list.length - 1) })
    await expect(rest.getByRole('listitem')).toHaveCount(list.length - 1)
    await rest.getByRole('button', { name: text.delete.go }).click()
    await expect(page.getByText(text.empty, { exact: true })).toBeVisible()
    expect((await device.call('/api/system/list_snapshots', {})).list).toEqual([])
  },
)

test('the erasure card lists what goes and stays; needs the own serial', async ({ page, words }) => {
  const text = words.operation.erase
  await page.goto('/system/operation')
  const card = page.getByRole('region', { name: text.title })
  await expect(card.getByText(text.compare)).toBeVisible()
  for (const item of [...text.goes_list, ...text.stays_list])
    await expect(card.getByRole('listitem').filter({ hasText: item })).toBeVisible()
  await card.getByRole('button', { name: text.act }).click()
  const dialog = page.getByRole('alertdialog', { name: text.dialog })
  await dialog.getByRole('textbox', { name: words.operation.serial.label }).fill('PE-0000-OF-ANOTHER-BOX')
  await expect(dialog.getByText(words.operation.serial.wrong)).toBeVisible()
  await expect(dialog.getByRole('button', { name: text.go })).toBeDisabled()
  await dialog.getByRole('button', { name: words.operation.cancel, exact: true }).click()
  await expect(dialog).toBeHidden()
})

test(
  'erases for good: the certificate is shown, printed and kept before the session ends; then a new box',
  { tag: '@tw' },
  async ({ page, context, device, words, allow }) => {
    allow(
      /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|HTTP 503/,
      'the device starts anew on purpose',
    )
    const text = words.operation.erase
    const { host_sn } = await device.call('/api/device/get_basic_info', {})
    await page.goto('/system/operation')
    await page.getByRole('button', { name: text.act }).click()
    const dialog = page.getByRole('alertdialog', { name: text.dialog })
    await dialog.getByRole('textbox', { name: words.operation.serial.label }).fill(host_sn)
    await dialog.getByRole('button', { name: text.go }).click()

    const erased = words.shell.coming_back.erased
    const cover = page.getByRole('alertdialog', { name: erased.title })
    await expect(cover).toBeVisible()
    await expect(cover.getByText(host_sn)).toBeVisible()
    await expect(cover.getByRole('button', { name: erased.go_on })).toBeDisabled()
    const opened = context.waitForEvent('page')
    await cover.getByRole('link', { name: erased.open }).click()
    const certificate = await opened
    await expect(certificate.getByRole('heading', { level: 1, name: '資料清除證明' })).toBeVisible()
    await expect(certificate.getByText(host_sn).first()).toBeVisible()
    await certificate.close()
    const downloaded = page.waitForEvent('download')
    await cover.getByRole('link', { name: erased.download }).click()
    expect((await downloaded).suggestedFilename()).toMatch(/^erasure-[0-9a-f]{12}\.html$/)

    await cover.getByRole('checkbox', { name: erased.kept }).check()
    await cover.getByRole('button', { name: erased.go_on }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(words.login.reasons.erase)).toBeVisible()
    await page.getByLabel(words.login.username).fill(username)
    await page.getByLabel(words.login.password, { exact: true }).fill(password)
    await page.getByRole('button', { name: words.login.submit, exact: true }).click()
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    expect(await device.call('/api/device/get_basic_info', {})).toMatchObject({ host_sn, name: '' })
    expect((await device.call('/api/camera/list_cameras', { page: 1, page_size: 1 })).total).toBe(0)
  },
)

/** The two acts (docs/restore.md): the way back, which ends with its snapshots, and the erasure for good. */
import { expect, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1 } })
test.describe.configure({ mode: 'serial' })

test(
  'snapshots say until when they exist; one, and then all, can be deleted',
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

test('the card of the erasure says what goes and what stays; another serial number is refused', async ({
  page,
  words,
}) => {
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

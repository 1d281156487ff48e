/**
 * The history of the configuration: who changed what, restoring one group, drift from factory values, and a
 * second user.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { change_kinds } from '@parking/contract/changes/change-kinds.ts'
import { old_secret, writeLastVersion } from '@parking/server/test/changes/last-version.ts'
import { asRole } from '#e2e/support/as-role.ts'
import { expect, test } from '#e2e/fixtures.ts'
import { server_gone } from '#e2e/support/watch.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

test.describe('zh', () => {
  test.use({ language: 'zh' })

  test('shows who changed what, whether the analysis program applied it, and restores it', async ({
    page,
    device,
    words,
  }) => {
    const text = words.history
    await device.call('/api/parking/update_alg_param', { cover_th: 0.45, timer_mode: 1 })
    const state = async () =>
      (await device.call('/api/parking/param_state', {})).list.find(({ group }) => group === 'alg_param')
    // The real program reports this through its socket.
    await expect.poll(async () => (await state())?.taken).toBe('taken')
    await device.call('/api/parking/update_storage_param', {
      endpoint: 'https://s3.example.com',
      username: 'ak',
      password: 'not-to-be-seen-1',
    })
    await device.call('/api/parking/update_schedule_param', {
      plans: [{ days: [6, 7], range: { start: '00:00:00', end: '23:59:59' }, type: 2 }],
    })

    await page.goto('/business/params?tab=history')
    const drift = page.getByRole('region', { name: text.drift.title, exact: true })
    await expect(drift).toContainText(`${words.alg.fields.cover_th.label}`)
    await expect(drift).toContainText(words.codes.timer_mode.timed)
    await expect(drift.getByRole('listitem')).toHaveCount(3)

    const history = page.getByRole('region', { name: text.title, exact: true })
    const rows = history.locator('tbody > tr')
    await expect(rows.first()).toContainText(text.says(text.sections.schedule_param, words.schedule.plans))
    await expect(rows.nth(1)).toContainText('admin')
    await expect(rows.nth(1)).toContainText('127.0.0.1')
    await rows.nth(1).getByRole('button').click()
    await expect(history).toContainText(text.secret.set)
    await expect(page.locator('body')).not.toContainText('not-to-be-seen-1')

    await history
      .getByRole('combobox', { name: text.filter })
      .selectOption({ label: text.sections.alg_param })
    await expect(page).toHaveURL(/section=alg_param/)
    await expect(rows).toHaveCount(1)
    await rows.first().getByRole('button').click()
    const row = history.getByRole('row', { name: new RegExp(words.alg.fields.cover_th.label) }).last()
    await expect(row).toContainText('0.4')
    await expect(row).toContainText('0.45')
    await history.getByRole('button', { name: text.restore.before }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(words.codes.timer_mode.timed)

    // Another user saves between preview and restore: nothing is overwritten, the difference is shown again.
    await device.call('/api/parking/update_alg_param', { merge_seconds: 9 })
    await dialog.getByRole('button', { name: text.restore.go }).click()
    await expect(dialog).toContainText(text.restore.lately)
    await expect(
      page.getByRole('alert').filter({ hasText: words.errors.reasons.changed_meanwhile }),
    ).toBeVisible()
    await expect(dialog).toContainText(words.alg.fields.merge_seconds.label)
    await dialog.getByRole('button', { name: text.restore.go }).click()
    await expect(dialog).toBeHidden()
    await expect(rows.first()).toContainText(words.alg.fields.merge_seconds.label)
    expect(await device.call('/api/parking/get_alg_param', {})).toMatchObject({
      cover_th: 0.4,
      timer_mode: 0,
      merge_seconds: 5,
      revision: 3,
    })
    await expect(drift.getByRole('listitem')).toHaveCount(2)

    // A scene: a lot moved by 24 px and a deleted one are listed and both restored; the reference picture
    // stays.
    const scene = async () => (await device.call('/api/camera/get_scenes', {})).list[0]!
    const { scene_id, camera_sn, scene_type, enabled, parking_no, direction, ref_width, ref_height, lots } =
      await scene()
    const [first, second, ...others] = lots
    const far = (first!.polygon.every(([x]) => x * ref_width + 24 <= ref_width) ? 24 : -24) / ref_width
    const aside = { ...first!, polygon: first!.polygon.map(([x, y]): [number, number] => [x + far, y]) }
    await device.call('/api/camera/add_update_scene', {
      scene_id,
      camera_sn,
      scene_type,
      enabled,
      parking_no,
      direction,
      ref_width,
      ref_height,
      lots: [aside, ...others],
      keep_reference: true,
    })
    await history.getByRole('combobox', { name: text.filter }).selectOption({ label: text.sections.scene })
    await expect(rows.first()).toContainText(text.others.lot(first!.lot_no))
    await rows.first().getByRole('button').click()
    await history.getByRole('button', { name: text.restore.before }).click()
    await expect(dialog.getByRole('listitem')).toHaveText([
      new RegExp(words.config_document.change.lot(second!.lot_no)),
      words.config_document.change.lot_shifted(first!.lot_no, 24),
    ])
    await dialog.getByRole('button', { name: text.restore.go, exact: true }).click()
    await expect(dialog).toBeHidden()
    expect(await scene()).toMatchObject({ lots, ref_width, ref_height })
    await expect(rows.first()).toContainText(text.others.lot(second!.lot_no))

    await drift.getByRole('link', { name: text.drift.open(text.sections.schedule_param) }).click()
    await expect(page).toHaveURL(/tab=schedule/)
  })
})

test.describe('tw', () => {
  test.use({ language: 'tw' })

  test("uses Taiwan's words; shows why a role may not restore, and waits for a lost connection", async ({
    page,
    device,
    words,
    allow,
  }) => {
    const text = words.history
    await asRole(device, 'operator', async () => {
      await page.goto('/business/params?tab=history&section=storage_param')
      const history = page.getByRole('region', { name: text.title, exact: true })
      await history.locator('tbody > tr').first().getByRole('button').click()
      await expect(history).toContainText(text.secret.set)
      await expect(history.getByRole('button', { name: text.restore.before })).toBeDisabled()
      await expect(history).toContainText(text.restore.admins_only)
      await history
        .getByRole('combobox', { name: text.filter })
        .selectOption({ label: text.sections.alarm_param })
      await expect(history).toContainText(text.nothing)
    })
    allow(server_gone, 'the server is stopped on purpose')
    await device.stop()
    await page.getByRole('combobox', { name: text.filter }).selectOption({ label: text.sections.event_param })
    await expect(page.getByText(words.errors.unreachable).first()).toBeVisible()
    await device.start()
    await expect(page.getByText(text.nothing)).toBeVisible()
  })

  test('every record from before the change log is found again', async ({ page, context, device, words }) => {
    await device.stop()
    rmSync(join(device.folder, 'data'), { recursive: true, force: true })
    writeLastVersion(join(device.folder, 'data'), Date.now())
    await device.start()
    await context.addCookies([{ name: 'Admin-Token', value: await device.session(), url: device.address }])
    const text = words.history
    await page.goto('/business/params?tab=history')
    const rows = page.getByRole('region', { name: text.title, exact: true }).locator('tbody > tr')
    await expect(rows).toHaveCount(9)
    for (const section of [
      'alg_param',
      'event_param',
      'storage_param',
      'basic_info',
      'business_mode',
    ] as const)
      await expect(rows.filter({ hasText: text.sections[section] }).first()).toBeVisible()
    for (const [section, subject] of [
      ['camera', '东门 9'],
      ['scene', 'P-1'],
    ] as const)
      await expect(rows.filter({ hasText: text.section_of(text.sections[section], subject) })).toBeVisible()
    await rows.filter({ hasText: text.sections.storage_param }).getByRole('button').click()
    await expect(page.getByText(text.secret.set)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(old_secret)
    await page.goto('/system/acts')
    for (const kind of change_kinds)
      await expect(
        page.locator('tbody > tr').filter({ hasText: words.acts.kinds[kind] }).first(),
      ).toBeVisible()
    await expect(page.getByText(words.acts.expired)).toBeVisible()
  })
})

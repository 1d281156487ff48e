/**
 * The business mode (spec §4): a switch names what it clears, takes a snapshot first, and clears the scenes.
 * Long because the switch and its undo use the same device.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { business_mode, scene_type, wordOf } from '@parking/contract'
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { writeState } from '@parking/server/core/sealed/state-file.ts'
import { sceneOf } from '@parking/sim/provision.ts'
import type { World } from '@parking/sim/world.ts'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import type { Device } from '#e2e/support/device.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true } })
test.describe.configure({ mode: 'serial' })

/**
 * Restores the scene of every camera of the street. Returns the other mode, the names of both modes, and the
 * number of lots.
 */
async function ready(device: Device, world: World, words: Areas) {
  const { list } = await device.call('/api/camera/get_scenes', {})
  for (const [at, { serial }] of world.cameras.entries()) {
    if (!list.some((scene) => scene.camera_sn === serial))
      await device.call('/api/camera/add_update_scene', sceneOf(world.street, at, serial))
  }
  const { business_mode: now } = await device.call('/api/parking/get_business_mode', {})
  const next = now === 0 ? 2 : 0
  const nameOf = (mode: number) =>
    words.codes.business_mode[wordOf(business_mode, mode) ?? 'high_position_car']
  return {
    next: next as 0 | 2,
    now_name: nameOf(now),
    next_name: nameOf(next),
    lots: (await device.call('/api/camera/get_all_lots_no', {})).total,
  }
}

async function open(page: Page, words: Areas, now_name: string, next_name: string) {
  await page.goto('/business/sceneConfig')
  await expect(heading(page, words.camera.title)).toBeVisible()
  await page.getByRole('button', { name: words.camera.mode.is(now_name) }).click()
  return page.getByRole('alertdialog', { name: words.camera.mode.title(next_name) })
}

test('names what is cleared and asks; then scenes are gone, cameras remain, and the snapshot exists', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.camera.mode
  const { next, now_name, next_name, lots } = await ready(device, world, words)
  const dialog = await open(page, words, now_name, next_name)
  await expect(page).toHaveURL(/mode=switch/)
  await expect(dialog).toContainText(text.from(now_name, next_name))
  await expect(dialog.getByRole('heading', { name: text.clears(2, lots, 2) })).toBeVisible()
  for (const { name } of world.cameras)
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  const go = dialog.getByRole('button', { name: text.go })
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await expect(go).toHaveAccessibleDescription(text.why_agree)
  await dialog.getByRole('checkbox', { name: text.agree(2, lots) }).check()
  await go.click()
  const done = page.getByRole('dialog', { name: text.done(next_name) })
  await expect(done.getByText(text.cleared(2, lots))).toBeVisible()
  const [snapshot] = (await device.call('/api/system/list_snapshots', {})).list
  await expect(done).toContainText(snapshot?.name ?? 'no snapshot')
  expect((await device.call('/api/camera/get_scenes', {})).total).toBe(0)
  await done.getByRole('button', { name: text.close, exact: true }).last().click()
  await expect(page.getByRole('button', { name: text.is(next_name) })).toBeVisible()
  for (const { name } of world.cameras) {
    await expect(
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) }),
    ).toContainText(words.camera.card.scenes(0))
  }
  // A new scene gets the type of the current mode.
  await page.goto(`/business/sceneConfig/scene?camera_sn=${world.cameras[0]?.serial ?? ''}`)
  await expect(page.getByRole('combobox', { name: words.camera.scene.attributes.scene_type })).toHaveValue(
    String(next === business_mode.high_position_motorcycle ? scene_type.motorcycle : scene_type.parking),
  )
  await page.goto('/system/operation')
  await expect(page.getByRole('row').filter({ hasText: snapshot?.name ?? 'no snapshot' })).toContainText(
    words.operation.snapshots.reasons.business_mode,
  )
})

test(
  'reports that another user has switched meanwhile, and changes nothing',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const text = words.camera.mode
    const { next, now_name, next_name, lots } = await ready(device, world, words)
    const dialog = await open(page, words, now_name, next_name)
    await dialog.getByRole('checkbox', { name: text.agree(2, lots) }).check()
    await device.call('/api/parking/set_business_mode', { business_mode: next })
    await dialog.getByRole('button', { name: text.go }).click()
    const notice = page.getByRole('dialog', { name: text.changed_by_another })
    await expect(notice.getByText(text.changed_by_another_says(next_name))).toBeVisible()
    await notice.getByRole('button', { name: text.close, exact: true }).last().click()
    await expect(page.getByRole('button', { name: text.is(next_name) })).toBeVisible()
  },
)

test('explains a refusal of the device, and changes nothing', async ({ page, device, world, words }) => {
  const text = words.camera.mode
  const { now_name, next_name, lots } = await ready(device, world, words)
  const dialog = await open(page, words, now_name, next_name)
  await dialog.getByRole('checkbox', { name: text.agree(2, lots) }).check()
  // The file that a requested restore leaves until the server restarts.
  const plan = join(device.folder, 'data', 'restore.json')
  writeState(plan, {
    phase: 'asked',
    kind: 'bring_back',
    from: 'none',
    snapshot: 'none',
    asked_ms: 0,
    by: 'admin',
  })
  await dialog.getByRole('button', { name: text.go }).click()
  await expect(dialog.getByRole('alert')).toHaveText(`${text.failed_go}：${words.errors.codes.busy}`)
  rmSync(plan)
  expect((await device.call('/api/camera/get_all_lots_no', {})).total).toBe(lots)
  await dialog.getByRole('button', { name: text.cancel }).click()
  await expect(page.getByRole('button', { name: text.is(now_name) })).toBeVisible()
})

test('asks again if a scene was drawn meanwhile; only an administrator switches', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.camera.mode
  const { now_name, next_name, lots } = await ready(device, world, words)
  const dialog = await open(page, words, now_name, next_name)
  const box = dialog.getByRole('checkbox')
  await box.check()
  const first = (await device.call('/api/camera/get_scenes', {})).list[0]
  await device.call('/api/camera/delete_scene', { scene_id: first?.scene_id ?? '' })
  await expect(
    dialog.getByRole('heading', { name: text.clears(1, lots - (first?.lot_num ?? 0), 1) }),
  ).toBeVisible()
  await expect(box).not.toBeChecked()
  await asRole(device, 'operator', async () => {
    const refused = await open(page, words, now_name, next_name)
    await expect(refused.getByRole('button', { name: text.go })).toHaveAccessibleDescription(text.why_role)
    await expect(refused.getByRole('checkbox')).toHaveCount(0)
  })
})

/** Switches through the page, up to the dialog that reports it. */
async function switched(page: Page, device: Device, world: World, words: Areas) {
  const text = words.camera.mode
  const found = await ready(device, world, words)
  const dialog = await open(page, words, found.now_name, found.next_name)
  await dialog.getByRole('checkbox', { name: text.agree(2, found.lots) }).check()
  await dialog.getByRole('button', { name: text.go }).click()
  const done = page.getByRole('dialog', { name: text.done(found.next_name) })
  await expect(done.getByText(text.cleared(2, found.lots))).toBeVisible()
  return { ...found, done }
}
const drawnOn = async (device: Device) =>
  (await device.call('/api/camera/get_scenes', {})).list.map(({ scene_id, parking_no, lots }) => ({
    scene_id,
    parking_no,
    lots,
  }))

test(
  'a switch is undone in the dialog that reports it: scenes and mode come back, the session continues',
  { tag: '@tw' },
  async ({ page, device, world, words, counting }) => {
    const text = words.camera.mode
    await ready(device, world, words)
    const [before, boot] = [await drawnOn(device), (await device.call('/api/utils/ping', {})).boot_id]
    await counting('business_mode')
    const { done, now_name, lots } = await switched(page, device, world, words)
    expect(await drawnOn(device)).toEqual([])
    await done.getByRole('button', { name: text.undo }).click()
    await expect(done).toBeHidden()
    const said = page.getByRole('status').filter({ hasText: text.undone(now_name) })
    await expect(said).toContainText(text.undone_says(2, lots))
    await expect(page.getByRole('button', { name: text.is(now_name) })).toBeVisible()
    for (const { name } of world.cameras)
      await expect(
        page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) }),
      ).toContainText(words.camera.card.scenes(1))
    expect(await drawnOn(device)).toEqual(before)
    // Neither a restart nor a new sign-in.
    expect((await device.call('/api/utils/ping', {})).boot_id).toBe(boot)
    await page.reload()
    await expect(heading(page, words.camera.title)).toBeVisible()
  },
)

test('scenes that were drawn since the switch are replaced only after a confirmation', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.camera.mode
  await ready(device, world, words)
  const before = await drawnOn(device)
  const { done, now_name, next_name } = await switched(page, device, world, words)
  const scene = sceneOf(world.street, 0, world.cameras[0]!.serial)
  await device.call('/api/camera/add_update_scene', { ...scene, parking_no: 'P-SINCE' })
  await done.getByRole('button', { name: text.undo }).click()
  const question = page.getByRole('dialog', { name: text.replace.title })
  await expect(question.getByRole('alert')).toHaveText(text.replace.body)
  await question.getByRole('button', { name: text.cancel }).click()
  await expect(page.getByRole('button', { name: text.is(next_name) })).toBeVisible()
  expect((await drawnOn(device)).map(({ parking_no }) => parking_no)).toEqual(['P-SINCE'])

  // Later, from the list of snapshots, only the scenes are restored.
  const { scenes: alone } = words.operation.snapshots
  await page.goto('/system/operation')
  const { list } = await device.call('/api/system/list_snapshots', {})
  await page.getByRole('button', { name: alone.act_named(list[0]!.name) }).click()
  const dialog = page.getByRole('alertdialog', { name: alone.dialog })
  await expect(dialog.getByText(alone.mode(next_name, now_name))).toBeVisible()
  await expect(dialog.getByText(alone.replaces)).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: alone.go }).click()
  const lots = before.reduce((sum, one) => sum + one.lots.length, 0)
  await expect(page.getByText(alone.done(2, lots))).toBeVisible()
  expect(await drawnOn(device)).toEqual(before)
  // The replaced scenes are in a new snapshot.
  const [newest] = (await device.call('/api/system/list_snapshots', {})).list
  await expect(page.getByRole('button', { name: alone.act_named(newest!.name) })).toBeVisible()
  expect(newest!.name).not.toBe(list[0]!.name)
  await asRole(device, 'operator', async () => {
    await page.goto('/system/operation')
    await expect(page.getByText(words.operation.snapshots.role)).toBeVisible()
  })
})

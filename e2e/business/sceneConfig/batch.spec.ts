/**
 * Batches of cameras (spec §5, §8 "batch update"): synchronise, restart, delete; a result for each camera,
 * and a retry of failed ones. Long because every test starts with the same street.
 */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { root } from '#scripts/lib/root.mjs'
import { openDatabase } from '@parking/server/core/db.ts'
import { camera_password, camera_username, type World } from '@parking/sim/world.ts'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import type { Device } from '#e2e/support/device.ts'
import { startProxy } from '#e2e/support/proxy.ts'

test.use({ stage: { on_street: 4, added: 4 } })

/** For many deletions on a busy machine. */
const patience = { timeout: 120_000 }

const cameraOf = (world: World, at: number) => {
  const camera = world.cameras[at]
  if (!camera) throw new Error(`There is no camera ${at} on the street`)
  return camera
}
const box = (page: Page, words: Areas, name: string) =>
  page.getByRole('checkbox', { name: words.camera.batch.select_of(name), exact: true })
const bar = (page: Page, words: Areas) => page.getByRole('region', { name: words.camera.batch.title })
const row = (dialog: Locator, name: string) => dialog.getByRole('listitem').filter({ hasText: name })
const toasts = (page: Page, words: Areas) => page.getByRole('region', { name: words.shell.toasts.label })

async function choose(page: Page, words: Areas, names: readonly string[]) {
  await page.goto('/business/sceneConfig')
  await expect(heading(page, words.camera.title)).toBeVisible()
  for (const name of names) await box(page, words, name).check()
  await expect(
    bar(page, words).getByText(words.camera.batch.chosen(names.length), { exact: true }),
  ).toBeVisible()
}

/** Cameras with a picture URL only; all of them are one camera of the street. */
async function addPictures(
  device: Device,
  { host, port }: { host: string; port: number },
  from: number,
  to: number,
) {
  for (let n = from; n <= to; n++) {
    const name = `支路 ${String(n).padStart(2, '0')}`
    const frame_url = `http://${host}:${port}/snapshot.jpg?n=${n}`
    await device.call('/api/camera/add_common_camera', {
      camera_name: name,
      username: camera_username,
      password: camera_password,
      stream_url_main: '',
      stream_url_sub: '',
      frame_url,
    })
  }
}

test('selects cameras one by one, as a range, by page, by keyboard', async ({ page, device, words }) => {
  const text = words.camera.batch
  const names = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 20 })).list.map(
    (camera) => camera.camera_name,
  )
  await page.goto('/business/sceneConfig')
  await expect(bar(page, words)).toBeHidden()
  await box(page, words, names[0] ?? '').focus()
  await page.keyboard.press('Space')
  await expect(bar(page, words).getByText(text.chosen(1), { exact: true })).toBeVisible()
  await box(page, words, names[2] ?? '').click({ modifiers: ['Shift'] })
  await expect(bar(page, words).getByText(text.chosen(3), { exact: true })).toBeVisible()
  await expect(box(page, words, names[1] ?? '')).toBeChecked()
  await bar(page, words).getByRole('button', { name: text.page }).click()
  await expect(bar(page, words).getByText(text.chosen(4), { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: words.camera.search }).fill(names[0] ?? '')
  await expect(bar(page, words).getByText(text.not_listed(3))).toBeVisible()
  await bar(page, words).getByRole('button', { name: text.clear }).click()
  await expect(bar(page, words)).toBeHidden()
})

test(
  'synchronising: reports each camera, failures with their step, and retries the failed ones',
  { tag: '@tw' },
  async ({ page, world, words }) => {
    const text = words.camera.batch
    const [one, off, locked] = [cameraOf(world, 0), cameraOf(world, 1), cameraOf(world, 2)]
    await off.setPower(false)
    locked.setPassword('another-one#1')
    await choose(page, words, [one.name, off.name, locked.name])
    await bar(page, words).getByRole('button', { name: text.kinds.sync.act }).click()
    const question = page.getByRole('alertdialog', { name: text.kinds.sync.title(3) })
    await expect(question).toContainText(text.kinds.sync.body)
    await question.getByRole('button', { name: text.kinds.sync.go(3) }).click()
    const dialog = page.getByRole('dialog', { name: text.kinds.sync.act })
    await expect(
      dialog.getByRole('status').filter({ hasText: text.progress(3, { done: 1, failed: 2, unknown: 0 }) }),
    ).toBeVisible()
    await expect(row(dialog, one.name)).toContainText(text.kinds.sync.done)
    await expect(row(dialog, off.name)).toContainText(
      `${words.codes.camera_step.port}：${words.camera.reasons.port}`,
    )
    await expect(row(dialog, locked.name)).toContainText(
      `${words.codes.camera_step.signin}：${words.camera.reasons.signin}`,
    )
    await expect(
      toasts(page, words).getByRole('alert').filter({ hasText: words.errors.messages.batch_update_failed }),
    ).toContainText(text.progress(3, { done: 1, failed: 2, unknown: 0 }))
    await off.setPower(true)
    locked.setPassword(camera_password)
    await dialog.getByRole('button', { name: text.retry(2) }).click()
    await expect(
      dialog.getByRole('status').filter({ hasText: text.progress(3, { done: 3, failed: 0, unknown: 0 }) }),
    ).toBeVisible()
    await expect(toasts(page, words).getByText(words.errors.messages.batch_update_success)).toBeVisible()
    await dialog.getByRole('button', { name: text.close, exact: true }).last().click()
    await expect(dialog).toBeHidden()
    // The cameras stay selected for the next action.
    await expect(bar(page, words).getByText(text.chosen(3), { exact: true })).toBeVisible()
  },
)

test('queries a camera again, each change before and after', async ({ page, device, world, words }) => {
  const text = words.camera.batch
  const camera = cameraOf(world, 0)
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  db.run("UPDATE camera SET model = 'Old S-100', width = 1280, frame_rate = 12.5 WHERE camera_sn = ?", [
    camera.serial,
  ])
  db.close()
  await page.goto(`/business/sceneConfig?camera_sn=${camera.serial}`)
  const detail = page.getByRole('dialog', { name: camera.name })
  await detail.getByRole('button', { name: text.kinds.sync.act }).click()
  await page
    .getByRole('alertdialog', { name: text.kinds.sync.title_one(camera.name) })
    .getByRole('button', { name: text.kinds.sync.go(1) })
    .click()
  const dialog = page.getByRole('dialog', { name: text.kinds.sync.act })
  await expect(dialog.getByRole('deletion').filter({ hasText: 'Old S-100' })).toBeVisible()
  await expect(dialog.getByRole('insertion').filter({ hasText: camera.model })).toBeVisible()
  await expect(dialog.getByRole('insertion').filter({ hasText: '1920' })).toBeVisible()
  await expect(dialog.getByRole('deletion').filter({ hasText: text.fps('12.5') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toContainText(camera.model)
  await detail.getByRole('button', { name: text.kinds.sync.act }).click()
  await page
    .getByRole('alertdialog', { name: text.kinds.sync.title_one(camera.name) })
    .getByRole('button', { name: text.kinds.sync.go(1) })
    .click()
  await expect(dialog.getByText(text.unchanged)).toBeVisible()
})

test('restarts a camera after a confirmation, and says why an offline one was not restarted', async ({
  page,
  world,
  words,
}) => {
  const text = words.camera.batch
  const [camera, off] = [cameraOf(world, 3), cameraOf(world, 1)]
  await off.setPower(false)
  await choose(page, words, [camera.name, off.name])
  await bar(page, words).getByRole('button', { name: text.kinds.reboot.act }).click()
  const question = page.getByRole('alertdialog', { name: text.kinds.reboot.title(2) })
  await expect(question).toContainText(text.kinds.reboot.body)
  expect(camera.requests['SystemReboot'] ?? 0).toBe(0)
  await question.getByRole('button', { name: text.kinds.reboot.go(2) }).click()
  const dialog = page.getByRole('dialog', { name: text.kinds.reboot.act })
  await expect(row(dialog, camera.name)).toContainText(text.kinds.reboot.done)
  await expect(row(dialog, off.name)).toContainText(words.camera.reasons.port)
  expect(camera.requests['SystemReboot']).toBe(1)
  await expect(
    toasts(page, words).getByRole('alert').filter({ hasText: text.kinds.reboot.toast_failed }),
  ).toContainText(text.progress(2, { done: 1, failed: 1, unknown: 0 }))
  await off.setPower(true)
})

test('closing a running batch asks first, and cancels the cameras that have not started', async ({
  page,
  world,
  words,
}) => {
  const text = words.camera.batch
  const slow = [0, 1, 2].map((at) => cameraOf(world, at))
  const last = cameraOf(world, 3)
  await expect.poll(() => last.up).toBe(true)
  for (const camera of slow) camera.setFault('hang')
  await choose(page, words, [...slow.map((camera) => camera.name), last.name])
  await bar(page, words).getByRole('button', { name: text.kinds.sync.act }).click()
  await page
    .getByRole('alertdialog', { name: text.kinds.sync.title(4) })
    .getByRole('button', { name: text.kinds.sync.go(4) })
    .click()
  const dialog = page.getByRole('dialog', { name: text.kinds.sync.act })
  await expect(row(dialog, last.name)).toContainText(text.states.waiting)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: text.stop.title })
  await question.getByRole('button', { name: text.stop.cancel }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: text.stop.confirm }).click()
  await expect(dialog).toBeHidden()
  for (const camera of slow) camera.setFault('none')
})

test('deletes many after typing their number; other actions skip cameras without ONVIF', async ({
  page,
  device,
  world,
  words,
  allow,
}) => {
  allow(/404.*\/media\/cameras\/common-/, 'a picture that loads while its camera is deleted')
  const text = words.camera.batch
  await addPictures(device, cameraOf(world, 0), 1, 22)
  await page.goto(`/business/sceneConfig?text=${encodeURIComponent('支路')}`)
  await box(page, words, '支路 01').check()
  const sync = bar(page, words).getByRole('button', { name: text.kinds.sync.act })
  await expect(sync).toHaveAttribute('aria-disabled', 'true')
  await expect(sync).toHaveAccessibleDescription(text.why_no_onvif)
  await bar(page, words)
    .getByRole('button', { name: text.all(22) })
    .click()
  await expect(bar(page, words).getByText(text.chosen(22), { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: words.camera.search }).fill(cameraOf(world, 0).name)
  await box(page, words, cameraOf(world, 0).name).check()
  await bar(page, words).getByRole('button', { name: text.kinds.reboot.act }).click()
  await expect(page.getByRole('alertdialog').getByText(text.skipped(22))).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: text.cancel }).click()
  await box(page, words, cameraOf(world, 0).name).uncheck()
  await bar(page, words).getByRole('button', { name: text.kinds.remove.act }).click()
  const question = page.getByRole('alertdialog', { name: text.kinds.remove.title(22) })
  await expect(question).toContainText(text.removes(22, 0, 0))
  const go = question.getByRole('button', { name: text.kinds.remove.go(22) })
  await expect(go).toHaveAccessibleDescription(text.why_typed(22))
  await question.getByRole('textbox', { name: text.type(22) }).fill('22')
  await go.click()
  const dialog = page.getByRole('dialog', { name: text.kinds.remove.act })
  await expect(
    dialog.getByRole('status').filter({ hasText: text.progress(22, { done: 22, failed: 0, unknown: 0 }) }),
  ).toBeVisible(patience)
  await page.keyboard.press('Escape')
  await expect(bar(page, words)).toBeHidden()
  expect((await device.call('/api/camera/list_cameras', { page: 1, page_size: 50 })).total).toBe(4)
})

test('a lost deletion: the list shows what was done', async ({ page, device, world, words, allow }) => {
  allow(/another origin/, 'the line has an address of its own')
  allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED)/, 'the answers are lost on purpose')
  const text = words.camera.batch
  await addPictures(device, cameraOf(world, 0), 31, 32)
  const lost: string[] = []
  const line = await startProxy(device, (path) => {
    if (path !== '/api/camera/delete_camera' || lost.length === 2) return undefined
    return lost.push(path) === 1 ? 'lose' : 'cut'
  })
  try {
    await page.goto(`${line.address}/business/sceneConfig?text=${encodeURIComponent('支路 3')}`)
    for (const name of ['支路 31', '支路 32']) await box(page, words, name).check()
    await bar(page, words).getByRole('button', { name: text.kinds.remove.act }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text.kinds.remove.go(2) })
      .click()
    const dialog = page.getByRole('dialog', { name: text.kinds.remove.act })
    await expect(
      dialog.getByRole('status').filter({ hasText: text.progress(2, { done: 1, failed: 1, unknown: 0 }) }),
    ).toBeVisible()
    expect(lost).toHaveLength(2)
    await dialog.getByRole('button', { name: text.retry(1) }).click()
    await expect(
      dialog.getByRole('status').filter({ hasText: text.progress(2, { done: 2, failed: 0, unknown: 0 }) }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page, words)).toBeHidden()
  } finally {
    await page.close()
    line.stop()
  }
})

test('deleting names scenes, lots and lot numbers; reports a camera that another user deleted', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.camera.batch
  const [one, other] = [cameraOf(world, 2), cameraOf(world, 3)]
  const lots = (await device.call('/api/camera/get_all_lots_no', {})).list.filter((lot) =>
    [one.serial, other.serial].includes(lot.camera_sn),
  )
  await choose(page, words, [one.name, other.name])
  await bar(page, words).getByRole('button', { name: text.kinds.remove.act }).click()
  const question = page.getByRole('alertdialog', { name: text.kinds.remove.title(2) })
  await expect(question).toContainText(text.removes(2, 2, lots.length))
  for (const { lot_no } of lots) await expect(question).toContainText(lot_no)
  await device.call('/api/camera/delete_camera', { camera_sn: other.serial })
  await question.getByRole('button', { name: text.kinds.remove.go(2) }).click()
  const dialog = page.getByRole('dialog', { name: text.kinds.remove.act })
  await expect(row(dialog, one.name)).toContainText(text.kinds.remove.done)
  await expect(row(dialog, other.name)).toContainText(words.errors.codes.not_found)
})

test('a viewer cannot select', async ({ page, device, world }) => {
  await asRole(device, 'viewer', async () => {
    await page.goto('/business/sceneConfig')
    await expect(
      page.getByRole('heading', { level: 2, name: cameraOf(world, 0).name, exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })
})

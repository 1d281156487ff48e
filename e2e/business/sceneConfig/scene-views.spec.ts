/**
 * The dialogs over the editor: a moved camera and its shifted lots, the live test, and copying lots to
 * another camera. Long because all of them need the same scenes.
 */
import { expect, test } from '#e2e/fixtures.ts'
import { boxAtRest } from './draw.ts'
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { Device } from '#e2e/support/device.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true } })

async function sceneAt(device: Device, at: number) {
  const { list } = await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })
  const camera = list.toSorted((one, other) => one.camera_sn.localeCompare(other.camera_sn))[at]
  const [scene] = (await device.call('/api/camera/get_scenes', { camera_sn: camera?.camera_sn ?? '' })).list
  if (!camera || !scene) throw new Error('There is no such scene')
  return { camera, scene }
}
const editorUrl = (camera_sn: string, scene_id: string, view?: string) =>
  `/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, scene_id, ...(view && { view }) })}`
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a moved camera: compares pictures, accepts the shifted lots, keeps the earlier reference', async ({
  page,
  device,
  world,
  words,
}) => {
  const w = words.camera_reference
  const { camera, scene } = await sceneAt(device, 0)
  await page.goto(editorUrl(camera.camera_sn, scene.scene_id))
  await page.getByRole('button', { name: w.open, exact: true }).click()
  const dialog = dialogOf(page, w.title)
  await expect(dialog.getByText(w.results.unchecked).or(dialog.getByText(w.results.same))).toBeVisible()
  await dialog.getByRole('button', { name: w.check, exact: true }).click()
  await expect(dialog.getByText(w.results.same)).toBeVisible()
  world.street.misalign(0, { pan: 0.03, tilt: -0.03, zoom: 0 })
  // A real camera need not report a changed picture; the simulated one does, once.
  await world.street.frame(0, camera.camera_sn)
  await dialog.getByRole('button', { name: w.check, exact: true }).click()
  await expect(dialog.getByText(w.results.moved, { exact: true })).toBeVisible()
  // The list and a newly opened editor show it.
  await page.goto('/business/sceneConfig')
  await expect(page.getByText(words.camera.moved.tag)).toBeVisible()
  await page.goto(editorUrl(camera.camera_sn, scene.scene_id))
  await page.getByRole('alert').getByRole('button', { name: w.notice_open }).click()
  // Compared by keyboard alone.
  const slider = dialog.getByRole('slider', { name: w.compare.slider })
  await slider.focus()
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', w.compare.at(100))
  const left_out = scene.lots.at(-1)
  await dialog.getByRole('checkbox', { name: w.lots.choose(left_out?.lot_no ?? '') }).uncheck()
  await dialog.getByRole('button', { name: w.lots.accept(scene.lots.length - 1) }).click()
  await expect(page.getByText(w.lots.done(scene.lots.length - 1))).toBeVisible()
  await expect(page.getByRole('alert').getByRole('button', { name: w.notice_open })).toBeHidden()
  await expect(dialog.getByRole('region', { name: w.history }).getByRole('listitem')).toHaveCount(2)
  const now = (await device.call('/api/camera/get_scenes', { camera_sn: camera.camera_sn })).list[0]
  expect(now?.moved).toBe(false)
  expect(now?.lots.at(-1)?.polygon).toEqual(left_out?.polygon)
  expect(now?.lots[0]?.polygon).not.toEqual(scene.lots[0]?.polygon)
  // With unsaved changes, nothing may change below the editor.
  await expect(dialog.getByText(w.results.unchecked)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('textbox', { name: words.camera.scene.attributes.parking_no }).fill('P-99')
  await expect(page.getByText(words.camera.scene.unsaved)).toBeVisible()
  await page.getByRole('button', { name: w.open, exact: true }).click()
  await expect(dialog.getByRole('button', { name: w.take, exact: true })).toBeDisabled()
  page.on('dialog', (asked) => void asked.accept())
})

test('shows the analysis result of each lot; draws and saves focus area and mark', async ({
  page,
  device,
  world,
  words,
}) => {
  const w = words.camera_reference.test
  const { camera, scene } = await sceneAt(device, 1)
  const plate = world.street.arrive(1, 2)
  await page.goto(editorUrl(camera.camera_sn, scene.scene_id, 'test'))
  const dialog = dialogOf(page, w.title(camera.camera_name))
  const row = dialog
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: scene.lots[2]?.lot_no ?? '', exact: true }) })
  await expect(row).toContainText(w.state.occupied)
  await expect(row).toContainText(plate.slice(0, 2))
  await expect(
    dialog
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: scene.lots[3]?.lot_no ?? '', exact: true }) }),
  ).toContainText(w.state.vacant)
  await device.call('/api/system/app_control', { action: 'stop' })
  await expect(dialog.getByRole('alert')).toHaveText(w.not_connected)
  await device.call('/api/system/app_control', { action: 'start' })
  await expect(row).toContainText(w.state.occupied)
  await page.keyboard.press('Escape')
  const { areas, save, saved } = words.camera.scene
  const image = page.getByRole('img', { name: words.camera.scene.picture })
  const picture = await boxAtRest(image)
  for (const draw of [areas.draw_focus, areas.add_mark]) {
    await page.getByRole('button', { name: draw, exact: true }).click()
    for (const [x, y] of [
      [0.1, 0.2],
      [0.8, 0.2],
      [0.8, 0.9],
    ] as const)
      await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('textbox', { name: areas.mark_of(1) })).toBeVisible()
  await page.getByRole('button', { name: save, exact: true }).click()
  await expect(page.getByText(saved)).toBeVisible()
  const now = (await device.call('/api/camera/get_scenes', { camera_sn: camera.camera_sn })).list[0]
  expect(now?.focus).toHaveLength(3)
  expect(now?.feature?.[0]?.[0]?.[0]).toBeCloseTo(0.1, 2)
})

test("copies lots to another camera's picture, placed by keys, with free numbers, and undoes it", async ({
  page,
  device,
  words,
}) => {
  const w = words.camera_reference.copy
  const { camera, scene } = await sceneAt(device, 0)
  const there = await sceneAt(device, 1)
  await page.goto(editorUrl(camera.camera_sn, scene.scene_id, 'copy'))
  const dialog = dialogOf(page, w.title)
  await dialog
    .getByRole('combobox', { name: w.target })
    .selectOption({ label: w.scene(there.camera.camera_name, there.scene.parking_no, there.scene.lot_num) })
  await expect(dialog.getByRole('img', { name: w.picture(there.camera.camera_name) })).toBeVisible()
  const size = dialog.getByRole('slider', { name: w.size })
  await size.fill('0.5')
  await dialog.getByRole('application', { name: w.place }).press('Shift+ArrowLeft')
  await dialog.getByRole('textbox', { name: w.prefix }).fill('Z')
  await dialog.getByRole('button', { name: w.save(scene.lots.length) }).click()
  await expect(dialog.getByText(w.saved(scene.lots.length, there.camera.camera_name))).toBeVisible()
  const after = async () => (await sceneAt(device, 1)).scene
  expect((await after()).lots.map((lot) => lot.lot_no)).toEqual(
    [...there.scene.lots, ...scene.lots.map(({ lot_no }) => ({ lot_no: `Z${lot_no.slice(1)}` }))].map(
      (lot) => lot.lot_no,
    ),
  )
  await dialog.getByRole('button', { name: w.undo }).click()
  await expect(dialog.getByText(w.undone)).toBeVisible()
  expect((await after()).lots).toEqual(there.scene.lots)
})

test('draws twenty numbered lots with at most eight pointer actions', async ({ page, device, words }) => {
  const { scene } = words.camera
  const { camera } = await sceneAt(device, 0)
  await page.goto(`/business/sceneConfig/scene?${new URLSearchParams({ camera_sn: camera.camera_sn })}`)
  const image = page.getByRole('img', { name: scene.picture })
  await expect(image).toHaveJSProperty('naturalWidth', 1920)
  const picture = await boxAtRest(image)
  await page.evaluate(() => {
    const counted = { presses: 0 }
    Object.assign(globalThis, { counted })
    addEventListener('pointerdown', () => counted.presses++, true)
  })
  await page.getByRole('button', { name: scene.strip.tool, exact: true }).click()
  for (const [x, y] of [
    [0.1, 0.5],
    [0.85, 0.42],
    [0.95, 0.55],
    [0.15, 0.8],
  ] as const)
    await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
  await expect(page.getByRole('spinbutton', { name: scene.strip.count })).toBeFocused()
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('application', { name: scene.canvas })
      .getByRole('button', { name: new RegExp(`^${scene.lot} .*\\d`) }),
  ).toHaveCount(20)
  expect(
    await page.evaluate(() => (globalThis as unknown as { counted: { presses: number } }).counted.presses),
  ).toBeLessThanOrEqual(8)
  page.on('dialog', (asked) => void asked.accept())
})

test.describe('tw', () => {
  test.use({ language: 'tw' })

  test('links to the scene that uses a number; dialogs in the language', async ({ page, device, words }) => {
    const { camera, scene } = await sceneAt(device, 0)
    const there = await sceneAt(device, 1)
    const titles: Record<string, string> = {
      references: words.camera_reference.title,
      test: words.camera_reference.test.title(camera.camera_name),
      copy: words.camera_reference.copy.title,
    } satisfies Record<string, Areas['camera_reference']['title']>
    for (const [view, title] of Object.entries(titles)) {
      await page.goto(editorUrl(camera.camera_sn, scene.scene_id, view))
      await expect(dialogOf(page, title)).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await page
      .getByRole('application', { name: words.camera.scene.canvas })
      .getByRole('button', { name: words.camera.scene.lot_name(scene.lots[0]?.lot_no ?? '') })
      .focus()
    const taken = there.scene.lots[0]?.lot_no ?? ''
    await page.getByRole('textbox', { name: words.camera.scene.attributes.lot_no, exact: true }).fill(taken)
    await page
      .getByRole('link', {
        name: words.camera.scene.go_there_of(
          there.camera.camera_name,
          words.camera.scene.findings.taken(taken, there.camera.camera_name),
        ),
      })
      .click()
    await expect(page).toHaveURL(new RegExp(`scene_id=${there.scene.scene_id}`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(there.camera.camera_name)
  })
})

/** The scene editor: lots are drawn on the camera's picture, checked, saved, and are there again; unsaved work comes back. */
import { expect, test } from '../../fixtures.ts'
import { drawLot } from '../../support/draw.ts'

test.use({ stage: { name: 'scene', on_street: 2, added: 1 } })

for (const language of ['zh', 'tw'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('a lot is drawn, numbered, refused while its number is taken, saved, and there again', async ({ page, world, device, words }) => {
      const { scene } = words.camera
      const camera_sn = world.cameras[0]?.serial ?? ''
      const outline = world.street.lots(0)[0]?.polygon ?? []
      await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
      await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
      await drawLot(page, words, outline)
      const number = page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true })
      await number.fill('A01')
      await expect(page.getByRole('status').filter({ hasText: scene.findings.taken('A01', world.cameras[0]?.name ?? '') })).toBeVisible()
      await number.fill(`N-${language}`)
      await expect(page.getByText(scene.unsaved)).toBeVisible()
      await page.getByRole('button', { name: scene.save, exact: true }).click()
      await expect(page.getByText(scene.saved)).toBeVisible()
      await expect(page).toHaveURL(/scene_id=/)
      const saved = (await device.call('/api/camera/get_scenes', { camera_sn })).list.find((one) => one.lots.some((lot) => lot.lot_no === `N-${language}`))
      expect(saved?.lots[0]?.polygon).toHaveLength(4)
      for (const [at, [x, y]] of outline.entries()) {
        expect(saved?.lots[0]?.polygon[at]?.[0]).toBeCloseTo(x, 2)
        expect(saved?.lots[0]?.polygon[at]?.[1]).toBeCloseTo(y, 2)
      }
      await page.reload()
      await expect(page.getByRole('button', { name: scene.lot_name(`N-${language}`) })).toBeAttached()
      await device.call('/api/camera/delete_scene', { scene_id: saved?.scene_id ?? '' })
    })
  })
}

test('undo and redo, a table to type into, and a draft that survives leaving', async ({ page, world, words }) => {
  const { scene } = words.camera
  const camera_sn = world.cameras[0]?.serial ?? ''
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  await expect(page.getByRole('img', { name: scene.picture })).toBeVisible()
  await drawLot(page, words, world.street.lots(0)[1]?.polygon ?? [])
  const lots = page.getByRole('application', { name: scene.canvas }).getByRole('button', { name: new RegExp(`^${scene.lot} `) })
  await expect(lots).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(lots).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(lots).toHaveCount(1)
  await page.getByRole('button', { name: scene.back }).or(page.getByRole('link', { name: scene.back })).click()
  await page.getByRole('alertdialog', { name: scene.leave.title }).getByRole('button', { name: scene.leave.confirm, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: words.camera.title })).toBeVisible()
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  await page.getByRole('button', { name: scene.draft.restore }).click()
  await expect(lots).toHaveCount(1)
})

/**
 * A new scene never gets a car park number unseen by the user, because its events are billed to that car
 * park.
 */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { drawLot } from './draw.ts'

test.use({ stage: { on_street: 2, added: 2 } })

const scenesOf = async (device: Device, camera_sn: string) =>
  (await device.call('/api/camera/get_scenes', { camera_sn })).list

/** Changes the car park of the camera's first scene. */
async function putIn(device: Device, camera_sn: string, parking_no: string) {
  const [scene] = await scenesOf(device, camera_sn)
  const { scene_id, scene_type, enabled, direction, ref_width, ref_height, lots } = scene!
  const drawn = { scene_id, camera_sn, scene_type, enabled, direction, ref_width, ref_height, lots }
  await device.call('/api/camera/add_update_scene', { ...drawn, parking_no })
}

/** Draws one lot on a new scene of the camera. */
async function drawNew(
  page: Page,
  words: Areas,
  camera_sn: string,
  outline: readonly (readonly [number, number])[],
) {
  const { scene } = words.camera
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
  await drawLot(page, words, outline)
}

test.describe(() => {
  test.beforeEach(async ({ device, world }) => {
    // The two cameras belong to two car parks.
    await putIn(device, world.cameras[1]!.serial, 'P-OTHER')
  })

  test('with several car parks the number is asked for, and nothing is prefilled', async ({
    page,
    world,
    device,
    words,
  }) => {
    const { scene } = words.camera
    const camera_sn = world.cameras[0]!.serial
    const [first] = await scenesOf(device, camera_sn)
    await drawNew(page, words, camera_sn, world.street.lots(0)[0]?.polygon ?? [])
    await page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true }).fill('PK-1')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(scene.parking.none)
    await page.getByRole('button', { name: scene.save, exact: true }).click()
    const ask = page.getByRole('dialog', { name: scene.parking.title })
    const number = ask.getByRole('textbox', { name: scene.attributes.parking_no })
    await expect(number).toHaveValue('')
    await expect(number).toBeFocused()
    await expect(ask.getByRole('button', { name: scene.save, exact: true })).toBeDisabled()
    // Going back saves nothing.
    await ask.getByRole('button', { name: scene.parking.cancel }).click()
    await expect(ask).toBeHidden()
    expect(await scenesOf(device, camera_sn)).toHaveLength(1)
    await page.getByRole('button', { name: scene.save, exact: true }).click()
    await ask.getByRole('button', { name: /^P-OTHER/ }).click()
    await ask.getByRole('button', { name: scene.parking.save_in('P-OTHER') }).click()
    await expect(page.getByText(scene.saved)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(scene.parking.is('P-OTHER'))
    expect((await scenesOf(device, camera_sn)).map(({ parking_no }) => parking_no).sort()).toEqual(
      [first!.parking_no, 'P-OTHER'].sort(),
    )
    // The number is shown on the card and in the list of the camera's scenes.
    await page.goto('/business/sceneConfig')
    const card = page.getByRole('listitem').filter({ hasText: world.cameras[0]!.name })
    await expect(card).toContainText('P-OTHER')
    await page.goto(`/business/sceneConfig?camera_sn=${camera_sn}`)
    await expect(
      page.getByRole('region', { name: words.camera.detail.scenes }).getByText(scene.parking.is('P-OTHER')),
    ).toBeVisible()
  })

  test(
    'on a phone, whose panel is closed, the number is asked for and shown as well',
    { tag: '@tw' },
    async ({ page, world, device, words }) => {
      const { scene } = words.camera
      const camera_sn = world.cameras[1]!.serial
      await page.setViewportSize({ width: 390, height: 844 })
      await drawNew(page, words, camera_sn, world.street.lots(1)[0]?.polygon ?? [])
      await page.getByRole('button', { name: scene.save, exact: true }).click()
      const ask = page.getByRole('dialog', { name: scene.parking.title })
      await ask.getByRole('textbox', { name: scene.attributes.parking_no }).fill(' P-390 ')
      await page.keyboard.press('Enter')
      await expect(page.getByText(scene.saved)).toBeVisible()
      await expect(page.getByText(scene.parking.is('P-390'))).toBeVisible()
      expect((await scenesOf(device, camera_sn)).map(({ parking_no }) => parking_no)).toContain('P-390')
    },
  )
})

test('the device refuses a scene without a number', async ({ device, world }) => {
  await expect(putIn(device, world.cameras[0]!.serial, '')).rejects.toThrow('parking_no')
})

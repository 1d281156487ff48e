/** A scene with 200 lots: its table renders a window of rows, and every row can be reached and changed. */
import { lots } from '#bench/support/many-lots.ts'
import { expect, test } from '#e2e/fixtures.ts'

test.use({ stage: { on_street: 1, added: 1 } })

test(
  'the last of 200 lots is found in the table and numbered there',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.camera.scene
    const [camera] = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 1 })).list
    const camera_sn = camera?.camera_sn ?? ''
    const { scene_id } = await device.call('/api/camera/add_update_scene', {
      camera_sn,
      scene_type: 0,
      enabled: false,
      parking_no: 'P-MANY',
      direction: 5,
      ref_width: 1920,
      ref_height: 1080,
      lots,
    })
    await page.goto(`/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, scene_id })}`)
    await expect(page.getByRole('heading', { name: text.lots(lots.length) })).toBeVisible()
    await page.getByRole('button', { name: text.table, exact: true }).click()
    const table = page.getByRole('region', { name: text.table })
    const numberOf = (lot_no: string) =>
      table.getByRole('textbox', { name: `${lot_no} ${text.columns.lot_no}`, exact: true })
    await expect(numberOf('L001')).toBeVisible()
    expect(await table.getByRole('row').count()).toBeLessThan(60)
    await expect(table.getByRole('table')).toHaveAttribute('aria-rowcount', '201')
    await numberOf('L001').hover()
    await page.mouse.wheel(0, 20_000)
    await numberOf('L200').fill('T200')
    await page.getByRole('button', { name: text.save, exact: true }).click()
    await expect
      .poll(async () => {
        const { list } = await device.call('/api/camera/get_scenes', { camera_sn })
        return list.find((scene) => scene.scene_id === scene_id)?.lots.at(-1)?.lot_no
      })
      .toBe('T200')
    await device.call('/api/camera/delete_scene', { scene_id })
  },
)

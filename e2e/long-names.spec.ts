/** The longest names that the contract allows fit on every page that shows them, on a phone and a desktop. */
import { sceneOf } from '@parking/sim/provision.ts'
import { expect, test } from './fixtures.ts'
import { misfits } from './measures/misfits.ts'
import { reportEvents, unsure } from './support/report-events.ts'

test.use({ stage: { on_street: 2, added: 2 } })

const sign = (length: number) => '深南大道与科苑南路交叉口东北侧第一百二十三号灯杆'.repeat(3).slice(0, length)
const word = (length: number) => 'W'.padEnd(length, 'w')

test.beforeAll(async ({ device, world }) => {
  for (const [at, { camera_sn, ...camera }] of world.cameras
    .map((one) => ({ camera_sn: one.serial, ipv4: one.host, onvif_port: one.port }))
    .entries()) {
    const name = at === 0 ? sign : word
    const { list } = await device.call('/api/camera/get_scenes', { camera_sn })
    const scene = sceneOf(world.street, at, camera_sn)
    await device.call('/api/camera/add_update_scene', {
      ...scene,
      scene_id: list[0]!.scene_id,
      parking_no: name(64),
      lots: scene.lots.map((lot, n) => ({ ...lot, lot_no: `${name(29)}-${n + 10}` })),
    })
    await device.call('/api/camera/update_onvif_camera', {
      ...camera,
      camera_sn,
      camera_name: name(64),
      server_trust: '',
      username: 'admin',
      password: '',
    })
  }
  await device.call('/api/user/add_user', { username: 'w'.repeat(32), name: sign(64), role: 'checker' })
  await reportEvents(device, world, [{ plate_number: '粤B1O345', ...unsure }, { plate_number: '' }])
})

for (const path of [
  '/dashboard',
  '/dashboard?view=lots',
  '/business/sceneConfig',
  '/business/sceneList',
  '/business/data/parking',
  '/business/data/manual',
  '/business/params?tab=history',
  '/system/users',
])
  test(`${path} has room for long names`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => misfits(page), `at ${width} px`).toEqual([])
    }
  })

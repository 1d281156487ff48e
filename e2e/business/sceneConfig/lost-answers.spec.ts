/**
 * The answer of each writing call of cameras and scenes is lost once before, while and after the device acts
 * (support/lost-answers.ts). Long because each call has a row.
 */
import { camera_password, camera_username, type World } from '@parking/sim/world.ts'
import { sceneOf } from '@parking/sim/provision.ts'
import { test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { box, button, question, tryLostAnswers, type Press, type Row } from '#e2e/support/lost-answers.ts'

/** The third camera is a dome, and the fourth is not on the device. */
test.use({ stage: { on_street: 4, added: 3 } })

const page_of = '/business/sceneConfig'
const added = '支路 9'
const detail = (at: number) => async (_device: Device, _turn: number, world: World) =>
  `${page_of}?camera_sn=${world.cameras[at]!.serial}`
const pictureOf = ({ cameras: [camera] }: World) => `http://${camera!.host}:${camera!.port}/snapshot.jpg?n=9`

/** Deletes the cameras that rows have added. */
async function withoutAdded(device: Device, _turn: number, { cameras }: World): Promise<void> {
  const { list } = await device.call('/api/camera/list_cameras', { page: 1, page_size: 50 })
  for (const { camera_sn } of list)
    if (!cameras.slice(0, 3).some(({ serial }) => serial === camera_sn))
      await device.call('/api/camera/delete_camera', { camera_sn })
}

/** The address of a camera with a picture URL only, which is added first. */
async function common(device: Device, turn: number, world: World): Promise<string> {
  await withoutAdded(device, turn, world)
  const { camera_sn } = await device.call('/api/camera/add_common_camera', {
    camera_name: added,
    username: camera_username,
    password: camera_password,
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: pictureOf(world),
  })
  return `${page_of}?camera_sn=${camera_sn}`
}

/** The scene of a camera, drawn again if it has been deleted. */
async function sceneAt(at: number, device: Device, world: World) {
  const camera_sn = world.cameras[at]!.serial
  const { list } = await device.call('/api/camera/get_scenes', { camera_sn })
  return list[0] ?? (await device.call('/api/camera/add_update_scene', sceneOf(world.street, at, camera_sn)))
}
const editor = (at: number) => async (device: Device, _turn: number, world: World) => {
  const { camera_sn, scene_id } = await sceneAt(at, device, world)
  return `${page_of}/scene?${new URLSearchParams({ camera_sn, scene_id })}`
}

const rename: Press = async (page, { camera: { change, form } }, turn) => {
  await button(page, change.open).click()
  await box(page, form.camera_name).fill(`${added} ${turn}`)
  await button(page, change.submit).click()
}
/** Tests the typed account, and adds the camera under a name. */
const addTried: Press = async (page, { camera: { form, wizard } }) => {
  await page.getByLabel(form.password, { exact: true }).fill(camera_password)
  await button(page, form.submit).click()
  await box(page, form.camera_name).fill(added)
  await page.getByRole('dialog').getByRole('button', { name: wizard.add }).click()
}
const openLive: Press = (page, { camera }) => button(page, camera.live.open).click()

async function otherMode(device: Device): Promise<0 | 2> {
  const { business_mode } = await device.call('/api/parking/get_business_mode', {})
  return business_mode === 0 ? 2 : 0
}

const rows: Row[] = [
  {
    call: '/api/camera/add_onvif_camera',
    at: `${page_of}?add=onvif`,
    first: withoutAdded,
    async press(page, words, turn, device, world) {
      const { host, port } = world.cameras[3]!
      await box(page, words.camera.form.ipv4).fill(host)
      await box(page, words.camera.form.onvif_port).fill(String(port))
      await addTried(page, words, turn, device, world)
    },
  },
  {
    call: '/api/camera/add_common_camera',
    at: `${page_of}?add=common`,
    first: withoutAdded,
    async press(page, words, turn, device, world) {
      await box(page, words.camera.form.frame_url).fill(pictureOf(world))
      await box(page, words.camera.form.username).fill(camera_username)
      await addTried(page, words, turn, device, world)
    },
  },
  {
    call: '/api/camera/try_onvif_camera',
    at: `${page_of}?add=onvif`,
    async press(page, { camera: { form } }, _turn, _device, world) {
      const { host, port } = world.cameras[3]!
      await box(page, form.ipv4).fill(host)
      await box(page, form.onvif_port).fill(String(port))
      await page.getByLabel(form.password, { exact: true }).fill(camera_password)
      await button(page, form.submit).click()
    },
  },
  {
    call: '/api/camera/try_common_camera',
    at: `${page_of}?add=common`,
    first: withoutAdded,
    async press(page, { camera: { form } }, _turn, _device, world) {
      await box(page, form.frame_url).fill(pictureOf(world))
      await box(page, form.username).fill(camera_username)
      await page.getByLabel(form.password, { exact: true }).fill(camera_password)
      await button(page, form.submit).click()
    },
  },
  { call: '/api/camera/update_onvif_camera', at: detail(0), press: rename },
  { call: '/api/camera/update_common_camera', at: common, press: rename },
  {
    call: '/api/camera/delete_camera',
    at: common,
    async press(page, { camera: text }) {
      await button(page, text.detail.delete_camera).click()
      await question(page, text.delete_camera.confirm).click()
    },
  },
  {
    call: '/api/camera/sync_onvif_camera',
    at: detail(0),
    async press(page, { camera: { batch } }) {
      await button(page, batch.kinds.sync.act).click()
      await question(page, batch.kinds.sync.go(1)).click()
    },
  },
  {
    call: '/api/camera/ptz_goto_preset',
    at: detail(2),
    async press(page, words, turn, device, world) {
      await openLive(page, words, turn, device, world)
      await button(page, words.camera.ptz.go('Home')).click()
    },
  },
  {
    call: '/api/camera/ptz_set_preset',
    at: detail(2),
    async press(page, words, turn, device, world) {
      await openLive(page, words, turn, device, world)
      await box(page, words.camera.ptz.name).fill(`P${turn}`)
      await button(page, words.camera.ptz.add).click()
    },
  },
  {
    call: '/api/camera/ptz_remove_preset',
    at: detail(2),
    first: (device, turn, { cameras }) =>
      device.call('/api/camera/ptz_set_preset', { camera_sn: cameras[2]!.serial, name: `R${turn}` }),
    async press(page, words, turn, device, world) {
      const { ptz } = words.camera
      await openLive(page, words, turn, device, world)
      await button(page, ptz.remove(`R${turn}`))
        .first()
        .click()
      await question(page, ptz.remove_confirm).click()
    },
  },
  {
    call: '/api/device/set_clock_rule',
    at: '/device/time',
    press: (page, { time }) => page.getByRole('switch', { name: time.clock_rule }).click(),
  },
  {
    call: '/api/camera/delete_scene',
    at: detail(1),
    first: (device, _turn, world) => sceneAt(1, device, world),
    async press(page, { camera: text }, _turn, device, world) {
      const { parking_no } = await sceneAt(1, device, world)
      await button(page, text.detail.delete_scene_of(parking_no)).click()
      await question(page, text.delete_scene.confirm).click()
    },
  },
  {
    call: '/api/camera/add_update_scene',
    at: editor(0),
    async press(page, { camera: { scene } }, _turn, device, world) {
      const { lots } = await sceneAt(0, device, world)
      await button(page, scene.lot_name(lots[0]!.lot_no)).focus()
      await page.keyboard.press('ArrowRight')
      await button(page, scene.save).click()
    },
  },
  {
    call: '/api/camera/take_reference',
    at: editor(0),
    async press(page, { camera_reference: text }) {
      await button(page, text.open).click()
      await button(page, text.take).click()
    },
  },
  {
    call: '/api/camera/accept_moved',
    async at(device, turn, world) {
      // The second acceptance follows another move, back to where the camera was.
      const aside = turn < 2 ? 0.03 : 0
      world.street.misalign(1, { pan: aside, tilt: -aside, zoom: 0 })
      const { camera_sn, scene_id } = await sceneAt(1, device, world)
      await world.street.frame(1, camera_sn)
      await device.call('/api/camera/check_scene', { scene_id })
      return editor(1)(device, turn, world)
    },
    async press(page, { camera_reference: text }) {
      await button(page, text.open).click()
      await button(page, text.lots.none).click()
      await button(page, text.lots.accept_picture).click()
    },
  },
  {
    call: '/api/parking/set_business_mode',
    at: `${page_of}?mode=switch`,
    first: (device, _turn, world) => sceneAt(0, device, world),
    async press(page, { camera: { mode } }) {
      await page.getByRole('alertdialog').getByRole('checkbox').check()
      await question(page, mode.go).click()
    },
  },
  {
    call: '/api/parking/restore_scenes',
    at: '/system/operation',
    async first(device, _turn, world) {
      await sceneAt(0, device, world)
      await device.call('/api/parking/set_business_mode', { business_mode: await otherMode(device) })
    },
    async press(page, { operation }, _turn, device) {
      const { scenes } = operation.snapshots
      const [newest] = (await device.call('/api/system/list_snapshots', {})).list
      await button(page, scenes.act_named(newest!.name)).click()
      await question(page, scenes.go).click()
    },
  },
  {
    call: '/api/camera/reboot_onvif_camera',
    // Another one at the end, because the first is still restarting.
    at: (device, turn, world) => detail(turn < 2 ? 1 : 2)(device, turn, world),
    async press(page, { camera: { batch } }) {
      await button(page, batch.kinds.reboot.act).click()
      await question(page, batch.kinds.reboot.go(1)).click()
    },
  },
]

tryLostAnswers(rows)

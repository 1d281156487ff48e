/** A token in the query of an address is a secret: who may see it, and where it never stands. */
import { expect, onTestFinished, test } from 'vitest'
import { camera_state, camera_type } from '@parking/contract'
import { insertCamera } from '#src/camera/camera.store.ts'
import { openDevice } from '../device.ts'

const token = 'T0P-5ecret-in-a-query'

test('the token of a platform or camera address is shown to those alone who may change it', async () => {
  const device = await openDevice()
  onTestFinished(() => device.close())
  const [admin, operator, viewer] = await Promise.all(
    (['admin', 'operator', 'viewer'] as const).map((role) => device.tokenOf(role)),
  )
  const data_url = `https://iot.example.com/data?device=7&token=${token}`
  expect(await device.call('update_platform_param', { data_url }, admin)).toMatchObject({ code: 0 })
  expect((await device.call('get_platform_param', {}, admin)).data.data_url).toBe(data_url)
  for (const other of [operator, viewer])
    for (const shown of [
      (await device.call('get_platform_param', {}, other)).data.data_url,
      (await device.call('get_all_param', {}, other)).data.platform_param.data_url,
    ])
      expect(shown).toBe('https://iot.example.com/data?device=7&token=******')

  const frame_url = `http://192.0.2.31/snap.jpg?auth=${token}`
  insertCamera(device.deps.db, {
    camera_sn: 'c-1',
    camera_name: 'East',
    ipv4: '192.0.2.31',
    onvif_port: 0,
    username: '',
    password: '',
    onvif_supported: 0,
    ptz_supported: 0,
    camera_type: camera_type.bullet,
    width: 0,
    height: 0,
    stream_url_main: '',
    stream_url_sub: '',
    frame_url,
    bit_rate: 0,
    frame_rate: 0,
    model: '',
    codec: '',
    state: camera_state.offline,
    state_reason: '',
    state_ms: 0,
    create_ms: 0,
    server_trust: '',
  })
  const listed = async (as: string | undefined) =>
    (await device.call('list_cameras', { page: 1, page_size: 10 }, as)).data.list[0]!.frame_url
  expect([await listed(operator), await listed(viewer)]).toEqual([
    frame_url,
    'http://192.0.2.31/snap.jpg?auth=******',
  ])

  const page = { page: 1, page_size: 50 }
  const shown = await Promise.all([
    device.call('param_history', page, admin),
    device.call('param_state', {}, admin),
    device.call('log', { ...page, type: 0 }, admin),
  ])
  expect(JSON.stringify(shown) + device.logged()).not.toContain(token)
})

test('a name of a camera has one line', async () => {
  const device = await openDevice()
  onTestFinished(() => device.close())
  const admin = await device.tokenOf('admin')
  for (const camera_name of ['East\nBcc: everyone@example.com', 'East\tWest', 'East\u2028'])
    expect(
      await device.call(
        'add_onvif_camera',
        { camera_name, ipv4: '192.0.2.31', onvif_port: 80, username: '', password: '' },
        admin,
      ),
    ).toMatchObject({ code: 1000, data: [{ field: 'camera_name', issue: 'control_character' }] })
})

/**
 * A secret in the query of a URL is write-only, like any other secret: where it is masked, what a mask stands
 * for, and that it is never stored in plain. Long because platform, storage and cameras each have one.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  hasStrayMask,
  maskedUrl,
  param_groups,
  param_shapes,
  unmaskedUrl,
  url_fields,
  urlSecrets,
  type Body,
} from '@parking/contract'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import * as z from 'zod/mini'
import sharp from 'sharp'
import { analysisConfig } from '#src/analysis/config.ts'
import { openedCamera } from '#src/camera/camera-secrets.ts'
import { cameraBySn, insertCamera } from '#src/camera/camera.store.ts'
import { writeSetting } from '#src/core/settings.store.ts'
import { readParam } from '#src/params/param.store.ts'
import { sealOldAddresses } from '#src/system/redact/old-addresses.ts'
import { cameraRow } from '../camera/camera-row.ts'
import { openDevice, type Device } from '../device.ts'

const token = 'T0P-5ecret-in-a-query'
const data_url = `https://iot.example.com/data?device=7&token=${token}`
const shown_url = 'https://iot.example.com/data?device=7&token=******'

async function box(): Promise<Device & { admin: string }> {
  const device = await openDevice()
  onTestFinished(() => device.close())
  return Object.assign(device, { admin: await device.tokenOf('admin') })
}
const onDisk = (device: Device) =>
  readdirSync(device.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
const refused = (...fields: string[]) => ({
  code: 1000,
  data: fields.map((field) => ({ field, issue: 'secret_place' })),
})

test('every field of a parameter that holds a URL is among those whose secrets are hidden', () => {
  const found = param_groups.flatMap((group) =>
    Object.entries(param_shapes[group].shape).flatMap(([field, schema]) =>
      z.globalRegistry.get(schema)?.['schemes'] === undefined ? [] : [`${group}.${field}`],
    ),
  )
  expect(
    Object.entries(url_fields).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
  ).toEqual(found)
})

test.each([
  ['https://h/a?x=1&access_token=abc#f', 'https://h/a?x=1&access_token=******#f'],
  ['https://h/a?AppKey=abc&plate=B12345', 'https://h/a?AppKey=******&plate=B12345'],
  ['https://h/a?sig=abc;x', 'https://h/a?sig=******'],
  ['https://h/a?x=0123456789abcdef0123456789abcdef', 'https://h/a?x=******'],
  ['https://h/a?to%6ben=abc', 'https://h/a?to%6ben=******'],
  ['https://h/a?next=https%3A%2F%2Fi%2F%3Ftoken%3Dabc', 'https://h/a?next=******'],
  ['https://user:pass@h/a', 'https://******@h/a'],
  ['https://h/a?device=7&channel=1', 'https://h/a?device=7&channel=1'],
])('%s is shown as %s', (url, shown) => expect(maskedUrl(url)).toBe(shown))

test('a mask stands for the value of the same name at the same place, and for nothing else', () => {
  const stored = 'https://h/a?key=one&key=two'
  expect(unmaskedUrl('https://H:443/b?key=******&key=******', stored)).toBe('https://H:443/b?key=one&key=two')
  expect(unmaskedUrl('https://h/b?key=three&key=******', stored)).toBe('https://h/b?key=three&key=two')
  for (const given of [
    'https://h/a?other_key=******',
    'http://h/a?key=******',
    'https://h:8443/a?key=******',
    'https://i/a?key=******',
  ]) {
    expect(hasStrayMask(given, stored)).toBe(true)
    expect(urlSecrets(unmaskedUrl(given, stored))).toEqual([])
  }
})

test('the token of a platform address is shown to no user, and a mask keeps it', async () => {
  const device = await box()
  const { admin } = device
  const change = (body: Body<'update_platform_param'>) => device.call('update_platform_param', body, admin)
  const stored = () => readParam(device.deps, 'platform_param').data_url
  expect(await change({ data_url })).toMatchObject({ code: 0 })
  for (const role of ['admin', 'operator', 'viewer'] as const) {
    const who = await device.tokenOf(role)
    expect((await device.call('get_platform_param', {}, who)).data.data_url).toBe(shown_url)
    expect((await device.call('get_all_param', {}, who)).data.platform_param.data_url).toBe(shown_url)
  }
  expect(stored()).toBe(data_url)
  // Saved as it was read, and together with another path or parameter.
  expect(await change({ data_url: shown_url, operator_no: 'OP-1' })).toMatchObject({ code: 0 })
  expect(stored()).toBe(data_url)
  expect(await change({ data_url: 'https://IOT.example.com:443/v2?token=******&n=1' })).toMatchObject({
    code: 0,
  })
  expect(stored()).toBe(`https://IOT.example.com:443/v2?token=${token}&n=1`)
  // Never sent to another place, by any call that saves or tries it.
  const elsewhere = 'https://other.example.com/data?token=******'
  expect(await change({ data_url: elsewhere })).toMatchObject(refused('data_url'))
  expect(await change({ timer_data_url: shown_url })).toMatchObject(refused('timer_data_url'))
  expect(
    await device.call('update_all_param', { platform_param: { data_url: elsewhere } }, admin),
  ).toMatchObject(refused('platform_param.data_url'))
  const { revision: _, ...typed } = (await device.call('get_platform_param', {}, admin)).data
  expect(
    await device.call('test_platform', { ...typed, data_url: elsewhere, url_name: 'data_url' }, admin),
  ).toMatchObject(refused('data_url'))
  expect(await change({ data_url: 'https://other.example.com/data?token=New-5ecret' })).toMatchObject({
    code: 0,
  })
  expect(stored()).toBe('https://other.example.com/data?token=New-5ecret')

  const page = { page: 1, page_size: 50 }
  const shown = await Promise.all([
    device.call('param_history', page, admin),
    device.call('param_state', {}, admin),
    device.call('log', { ...page, type: 2 }, admin),
    device.call('export_document', { secrets: 'left_out', passphrase: '' }, admin),
  ])
  expect(JSON.stringify(shown) + device.logged()).not.toMatch(/T0P-5ecret|New-5ecret/)
  expect(shown[0].data.list[0]?.changes).toEqual([
    {
      field: 'data_url',
      before: expect.any(String) as string,
      after: 'https://other.example.com/data?token=******',
    },
  ])
  for (const bytes of onDisk(device)) expect(bytes.includes('5ecret')).toBe(false)
})

test('a changed token alone is recorded as a changed secret, and an earlier one is restored', async () => {
  const device = await box()
  const { admin } = device
  for (const secret of ['first-5ecret', 'second-5ecret'])
    await device.call('update_platform_param', { data_url: `https://h/a?token=${secret}` }, admin)
  const { list } = (await device.call('param_history', { page: 1, page_size: 9 }, admin)).data
  expect(list[0]?.changes).toEqual([{ field: 'data_url', secret: 'changed' }])
  expect(await device.call('restore_param', { id: list[0]!.id, moment: 'before' }, admin)).toMatchObject({
    code: 0,
    data: { changes: [{ field: 'data_url', secret: 'changed' }] },
  })
  expect(readParam(device.deps, 'platform_param').data_url).toBe('https://h/a?token=first-5ecret')
  const log = (await device.call('log', { page: 1, page_size: 9, type: 2 }, admin)).data
  expect(JSON.stringify(log)).toContain('https://h/a?token=******')
})

test('an import keeps a token at its place, drops it elsewhere, restores it with a passphrase', async () => {
  const device = await box()
  const { admin } = device
  const passphrase = 'a passphrase of the test'
  const exported = async (secrets: 'left_out' | 'wrapped') =>
    (
      await device.call(
        'export_document',
        { secrets, passphrase: secrets === 'wrapped' ? passphrase : '' },
        admin,
      )
    ).data.content
  const imported = async (content: string, words = '') => {
    const preview = await device.call('preview_import', { content, passphrase: words }, admin)
    expect(preview.code).toBe(0)
    const { token: previewed } = preview.data
    expect(
      (await device.call('apply_import', { token: previewed, sections: ['platform_param'] }, admin)).code,
    ).toBe(0)
    return preview.data
  }
  const stored = () => readParam(device.deps, 'platform_param').data_url
  await device.call('update_platform_param', { data_url }, admin)
  const [plain, wrapped] = [await exported('left_out'), await exported('wrapped')]
  expect(plain + wrapped).not.toContain(token)
  await imported(plain)
  expect(stored()).toBe(data_url)
  await device.call('update_platform_param', { data_url: 'https://other.example.com/data' }, admin)
  expect((await imported(plain)).warnings).toContainEqual(
    expect.objectContaining({ warning: 'secret_missing', section: 'platform_param', names: ['data_url'] }),
  )
  expect(stored()).toBe('https://iot.example.com/data?device=7&token=')
  await imported(wrapped, passphrase)
  expect(stored()).toBe(data_url)
})

test('a camera with a token in its address: masked, kept, used, and never at another place', async () => {
  const device = await box()
  const { admin } = device
  const asked: string[] = []
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer()
  const camera = await startCamera({
    name: 'East',
    model: 'M',
    serial: 'S',
    password: 'Street#2026',
    frame: async () => jpeg,
  })
  onTestFinished(() => camera.stop())
  const at = (query: string, port = camera.port) => `http://127.0.0.1:${port}/snapshot.jpg?${query}`
  const form = {
    camera_name: 'East',
    username: 'admin',
    password: 'Street#2026',
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: at(`auth=${token}`),
  }
  const added = await device.call('add_common_camera', form, admin)
  expect(added).toMatchObject({ code: 0, data: { frame_url: at('auth=******') } })
  const { camera_sn } = added.data
  for (const role of ['admin', 'operator', 'viewer'] as const) {
    const who = await device.tokenOf(role)
    const { list } = (await device.call('list_cameras', { page: 1, page_size: 10 }, who)).data
    asked.push(list[0]!.frame_url)
  }
  expect(new Set(asked)).toEqual(new Set([at('auth=******')]))
  const storedUrl = () => openedCamera(cameraBySn(device.deps.db, camera_sn)!, device.deps).frame_url
  expect(storedUrl()).toBe(at(`auth=${token}`))
  // The same camera again, by its whole address.
  expect(await device.call('add_common_camera', form, admin)).toMatchObject({ code: 5000 })
  const change = (frame_url: string) =>
    device.call('update_common_camera', { ...form, camera_sn, password: '', frame_url }, admin)
  expect(await change(at('auth=******&size=2'))).toMatchObject({ code: 0 })
  expect(storedUrl()).toBe(at(`auth=${token}&size=2`))
  expect(JSON.stringify(analysisConfig(device.deps))).not.toContain(token)
  for (const call of [
    change(at('auth=******', 1)),
    change(at('other_auth=******')),
    device.call('add_common_camera', { ...form, frame_url: at('auth=******') }, admin),
  ])
    expect(await call).toMatchObject(refused('frame_url'))
  const page = { page: 1, page_size: 50 }
  const shown = await Promise.all([
    device.call('param_history', page, admin),
    device.call('log', { ...page, type: 2 }, admin),
    device.call('export_document', { secrets: 'left_out', passphrase: '' }, admin),
  ])
  expect(JSON.stringify(shown) + device.logged()).not.toContain(token)
  for (const bytes of onDisk(device)) expect(bytes.includes(token)).toBe(false)
})

test('secrets that an earlier version stored in plain are encrypted at the start, once', async () => {
  const device = await box()
  const { db, now } = device.deps
  writeSetting(db, 'platform_param', { data_url }, now())
  insertCamera(
    db,
    cameraRow({
      camera_sn: 'c-1',
      ipv4: '192.0.2.31',
      frame_url: `http://192.0.2.31/snap.jpg?auth=${token}`,
    }),
  )
  expect(readParam(device.deps, 'platform_param').data_url).toBe(data_url)
  sealOldAddresses(device.deps)
  expect(JSON.stringify([db.all('SELECT * FROM settings'), db.all('SELECT * FROM camera')])).not.toContain(
    token,
  )
  expect(readParam(device.deps, 'platform_param').data_url).toBe(data_url)
  const { frame_url } = openedCamera(cameraBySn(db, 'c-1')!, device.deps)
  expect(frame_url).toBe(`http://192.0.2.31/snap.jpg?auth=${token}`)
})

test('a name of a camera has one line', async () => {
  const device = await box()
  for (const camera_name of ['East\nBcc: everyone@example.com', 'East\tWest', 'East\u2028'])
    expect(
      await device.call(
        'add_onvif_camera',
        { camera_name, ipv4: '192.0.2.31', onvif_port: 80, username: '', password: '' },
        device.admin,
      ),
    ).toMatchObject({ code: 1000, data: [{ field: 'camera_name', issue: 'control_character' }] })
})

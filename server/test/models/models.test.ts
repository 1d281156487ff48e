/**
 * Models on a real device: upload in parts, hostile archives, checks by the real tool, use, rollback, and
 * automatic actions of the device. Long because a model goes through all of it.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, model_part_bytes } from '@parking/contract'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modelTool } from '#src/adapters/system/model-tool.ts'
import { openDevice, type Device } from '../device.ts'
import { smallModel, tool_argv } from './small-model.ts'

let device: Device
let token = ''
const ports = { models_tool: modelTool({ argv: tool_argv }) }
beforeEach(async () => {
  device = await openDevice({ ports })
  token = await device.tokenOf('admin')
})
afterEach(() => device.close())

async function upload(zip: Uint8Array, name = 'model.zip') {
  const { data: begun } = await device.call(
    'begin_model_upload',
    { name, bytes: zip.length, modified_ms: 1 },
    token,
  )
  for (let have = begun.have; have < zip.length;) {
    const data = Buffer.from(zip.subarray(have, have + model_part_bytes)).toString('base64')
    const answer = await device.call('add_model_part', { upload: begun.upload, offset: have, data }, token)
    have = answer.data.have
  }
  return (await device.call('finish_model_upload', { upload: begun.upload }, token)).data
}
const list = async () => (await device.call('get_models', {}, token)).data
/** Uploads a good model; returns its id once it has been checked. */
async function checked(change: Record<string, unknown> = {}): Promise<string> {
  const { model } = await upload(await smallModel({ change }), `${JSON.stringify(change)}.zip`)
  await device.deps.models.settled()
  expect((await list()).list.find((one) => one.model === model)?.state).toBe('checked')
  return model!
}
const promote = (model: string, agpl = false, reason = 'no events yet') =>
  device.call('promote_model', { model, agpl, reason }, token)
/** Tries a model against the one in use, and promotes it. Without cameras, the trial says nothing. */
async function use(model: string, agpl = false) {
  await device.call('try_model', { model }, token)
  await device.deps.models.settled()
  return promote(model, agpl)
}
const rollBack = async (to: 'previous' | 'shipped' = 'previous') =>
  (await device.call('roll_back_model', { to }, token)).code

describe('an upload', () => {
  test('is checked by the program, and shown with its licence and hash', async () => {
    const model = await checked({ licence: 'AGPL-3.0' })
    const [row] = (await list()).list
    expect(row).toMatchObject({ model, name: 'one car', licence: 'AGPL-3.0', agpl: true, in_use: false })
    expect(row?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(existsSync(join(device.folder, 'models', model, 'model.onnx'))).toBe(true)
  })

  test('that broke off continues where it ended, even after a restart', async () => {
    const zip = await smallModel()
    const file = { name: 'm.zip', bytes: zip.length, modified_ms: 7 }
    const { data: begun } = await device.call('begin_model_upload', file, token)
    const data = Buffer.from(zip.subarray(0, 100)).toString('base64')
    await device.call('add_model_part', { upload: begun.upload, offset: 0, data }, token)
    const twice = await device.call('add_model_part', { upload: begun.upload, offset: 0, data }, token)
    expect(twice.data.have, 'a part that came twice is taken once').toBe(100)
    device = await device.restart('killed')
    expect((await device.call('begin_model_upload', file, token)).data).toEqual({ ...begun, have: 100 })
  })

  test.each([
    ['no ZIP at all', () => strToU8('<html>404</html>'), 'no_zip'],
    ['a path upwards', () => smallModel({ files: { '../evil.sh': strToU8('x') } }), 'zip_path'],
    ['an absolute path', () => smallModel({ files: { '/etc/passwd': strToU8('x') } }), 'zip_path'],
    [
      'a link',
      () =>
        smallModel({ files: { link: [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] } }),
      'zip_link',
    ],
    ['two files of one name', () => smallModel({ files: { 'TEST.JPG': strToU8('x') } }), 'zip_double'],
    ['no manifest', () => zipSync({ 'model.onnx': strToU8('x') }), 'zip_files'],
    ['a bomb', () => zipSync({ 'manifest.json': new Uint8Array(90 * 2 ** 20) }, { level: 1 }), 'zip_bomb'],
    ['half of a file', async () => cutInside(await smallModel()), 'zip_damaged'],
  ])('with %s is refused and leaves nothing behind', async (_, zip, reason) => {
    expect(await upload(await zip())).toMatchObject({ model: null, refused: reason })
    expect((await list()).list).toEqual([])
    expect(readdirSync(join(device.folder, 'models'))).toEqual(['incoming'])
    expect(readdirSync(join(device.folder, 'models/incoming'))).toEqual([])
    expect(existsSync(join(device.folder, 'evil.sh'))).toBe(false)
  })

  test('with another hash is rejected with the reason, and its files are removed', async () => {
    const { model } = await upload(await smallModel({ change: { sha256: 'a'.repeat(64) } }))
    await device.deps.models.settled()
    const [row] = (await list()).list
    expect(row).toMatchObject({ model, state: 'rejected', reason: 'hash', name: 'one car', version: '1' })
    expect(row?.file).toBe('model.zip')
    expect(existsSync(join(device.folder, 'models', model!))).toBe(false)
    expect(await promote(model!)).toMatchObject({ code: code.failed })
  })

  test('whose manifest cannot be read keeps the name of its file, even after a restart', async () => {
    const zip = zipSync({ 'manifest.json': strToU8('{'), 'model.onnx': strToU8('x') })
    const file = { name: '街车 v3.zip', bytes: zip.length, modified_ms: 7 }
    const { upload: id } = (await device.call('begin_model_upload', file, token)).data
    device = await device.restart('killed')
    const part = { upload: id, offset: 0, data: Buffer.from(zip).toString('base64') }
    await device.call('add_model_part', part, token)
    await device.call('finish_model_upload', { upload: id }, token)
    await device.deps.models.settled()
    expect((await list()).list[0]).toMatchObject({ file: file.name, name: '', reason: 'manifest' })
    expect(readdirSync(join(device.folder, 'models/incoming'))).toEqual([])
  })

  test('with a decoder of another kind is rejected with the shapes', async () => {
    const { model } = await upload(await smallModel({ change: { decoder: 'yolox', strides: [8, 16, 32] } }))
    await device.deps.models.settled()
    const [row] = (await list()).list
    expect(row).toMatchObject({ model, name: 'one car', state: 'rejected', reason: 'shape' })
    expect(row?.said).toContain('it gives out 1 x 2 x 6, read as yolox')
  })

  test('is for administrators only', async () => {
    const operator = await device.tokenOf('operator')
    expect(await device.call('get_models', {}, operator)).toMatchObject({ code: code.permission_denied })
  })
})

test('a model folder of an integrator is accepted, but links in it are not', async () => {
  await device.close()
  const folder = join(device.folder, '..', 'parking-model-folder')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'manifest.json'), '{}')
  device = await openDevice({ ports: { ...ports, model_folder: folder } })
  token = await device.tokenOf('admin')
  const { data } = await device.call('take_model_folder', {}, token)
  await device.deps.models.settled()
  expect(data).toMatchObject({ refused: null })
  expect((await list()).list[0]).toMatchObject({ state: 'rejected', reason: 'manifest' })
})

describe('the model in use', () => {
  test('is promoted and rolled back in one step each, and a restart keeps it', async () => {
    const [first, second] = [await checked(), await checked({ version: '2' })]
    await use(first)
    await use(second)
    device = await device.restart('killed')
    expect(device.deps.models.forProgram()).toMatchObject({ id: second, version: '2' })
    expect((await list()).previous).toMatchObject({ model: first })
    await rollBack()
    expect(device.deps.models.forProgram()?.id).toBe(first)
    await rollBack('shipped')
    expect(device.deps.models.forProgram()).toBeNull()
    expect(await rollBack('shipped')).toBe(code.failed)
    expect((await list()).uses.map(({ why }) => why)).toEqual([
      'rolled_back',
      'rolled_back',
      'promoted',
      'promoted',
    ])
  })

  test('goes back to the one before it, never to one that was left since', async () => {
    const [bad, good] = [await checked(), await checked({ version: '2' })]
    await use(bad)
    await rollBack()
    expect((await list()).previous, 'the shipped one was the first').toBeNull()
    await use(good)
    expect((await list()).previous).toMatchObject({ model: null })
    expect(await rollBack()).toBe(code.success)
    expect(device.deps.models.forProgram()).toBeNull()
    expect(await rollBack()).toBe(code.failed)
    await use(good)
    await use(bad)
    await rollBack()
    expect(device.deps.models.forProgram()?.id).toBe(good)
    await rollBack()
    expect(device.deps.models.forProgram(), 'two steps back').toBeNull()
  })

  test('needs a trial against the one in use, and a reason if that says nothing', async () => {
    const [first, second] = [await checked(), await checked({ version: '2' })]
    const message = async (model: string, reason?: string) => (await promote(model, false, reason)).message
    expect(await message(first)).toContain('try it first')
    for (const model of [first, second]) {
      await device.call('try_model', { model }, token)
      await device.deps.models.settled()
    }
    const nothing = { events: 0, running: 0, candidate: 0 }
    const result = { verdict: 'unknown', current: true, entries: nothing, exits: nothing, confirmed: nothing }
    expect((await list()).list.map((one) => one.result)).toEqual([result, result])
    const { message: without_reason } = await device.call(
      'promote_model',
      { model: first, agpl: false },
      token,
    )
    expect(without_reason).toContain('could judge no recorded event')
    expect(await message(first, '  ')).toContain('type a reason')
    expect((await promote(first, false, 'tested in the workshop')).code).toBe(code.success)
    expect((await list()).uses[0]).toMatchObject({ verdict: 'unknown', reason: 'tested in the workshop' })
    expect(await message(second), 'its trial was against another model').toContain('try it again')
  })

  test('under the AGPL needs agreement, and cannot be deleted while it is used', async () => {
    const model = await checked({ licence: 'AGPL-3.0' })
    expect(await use(model)).toMatchObject({ code: code.failed })
    expect(await promote(model, true)).toMatchObject({ code: code.success })
    expect(await device.call('delete_model', { model }, token)).toMatchObject({ code: code.failed })
  })

  test('that crashes the program three times is dropped by the device, which says so', async () => {
    const model = await checked()
    await use(model)
    const { deps } = device
    deps.analysis.peer = {
      name: 'ours',
      version: '1',
      models: { name: 'SSD', version: '1', licence: 'MIT', sha256: '' },
    }
    deps.models.lost()
    deps.models.lost()
    expect(deps.models.forProgram()?.id, 'two crashes are none yet').toBe(model)
    deps.models.lost()
    expect(deps.models.forProgram()).toBeNull()
    expect((await list()).uses[0]).toMatchObject({ model: null, by: '', why: 'crashes' })
    expect(device.logged()).toContain('the device left a model by itself')
  })

  test('that the program cannot load is dropped at once', async () => {
    const model = await checked()
    await use(model)
    device.deps.models.answered('', 'model.onnx has the SHA-256 1 instead of 2')
    expect((await list()).uses[0]).toMatchObject({ model: null, why: 'unusable' })
  })
})

test('a trial without cameras ends with an empty scorecard', async () => {
  const model = await checked()
  await device.call('try_model', { model }, token)
  await device.deps.models.settled()
  const { data } = await device.call('get_model_trial', { model }, token)
  expect(data).toMatchObject({ state: 'done', done: 0, total: 0, cameras: [], differences: [] })
  await device.call('delete_model', { model }, token)
  expect(await device.call('get_model_trial', { model }, token)).toMatchObject({ code: code.not_found })
})

/** Changes a byte in the middle of the first file. */
function cutInside(zip: Uint8Array): Uint8Array {
  const broken = Uint8Array.from(zip)
  broken[60] = broken[60]! ^ 0xff
  return broken
}

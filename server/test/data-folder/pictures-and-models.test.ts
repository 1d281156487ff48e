/**
 * Pictures, models and spool files damaged in every way: what the device says, and that nothing else is lost.
 * Long because every kind of file has its rows, and one test compares all of them with the document.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modelTool } from '#src/adapters/system/model-tool.ts'
import { openIntake } from '#src/analysis/intake.ts'
import { storedPicture, storedPictures } from '#src/events/stored/stored-pictures.store.ts'
import { writeSetting } from '#src/core/settings.store.ts'
import { makeSnapshot } from '#src/system/restore/snapshot.ts'
import { createContentWatch } from '#src/workers/housekeeping.ts'
import { root } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { plainJpeg } from '../plain-jpeg.ts'
import { report } from '../proof/report.ts'
import { smallModel, tool_argv } from '../models/small-model.ts'
import { all_ways, start, ways, type Way } from './damage.ts'

let device: Device
const ports = { models_tool: modelTool({ argv: tool_argv }) }
beforeEach(async () => {
  device = await openDevice({ ports })
  plantLots(device.deps.db)
})
afterEach(() => device.close())

/** What the daily check finds. */
async function checked(): Promise<string[]> {
  await createContentWatch(device.deps).runNow()
  return device.deps.findings.all().map(({ file, damage }) => `${file} ${damage}`)
}

describe('a picture', () => {
  let uuids: string[] = []
  const paths = () => [...new Set(storedPictures(device.deps.db, 10, 0).map(({ path }) => path))].sort()
  const onDisk = (path: string) => join(device.folder, 'media', path)
  const get = async (path: string) =>
    device.app.inject({
      url: await device.mediaAddress(path),
      headers: { authorization: `Bearer ${await device.tokenOf('admin')}` },
    })
  beforeEach(async () => {
    writeSetting(device.deps.db, 'pictures_sealed', device.deps.now(), device.deps.now())
    uuids = [await report(device), await report(device, { event_type: 3 })]
  })

  test('damaged in any way: an alarm names it, no other is lost, and it ends when it is back', async () => {
    const [path = '', other = ''] = paths()
    expect(uuids.map((uuid) => path.includes(uuid) || other.includes(uuid))).toEqual([true, true])
    expect(await checked()).toEqual([])
    const before = readFileSync(onDisk(path))
    for (const way of all_ways) {
      ways[way](onDisk(path))
      expect(await checked(), `${way}`).toEqual([`media/${path} picture`])
      expect([(await get(path)).statusCode, (await get(other)).statusCode], `${way}`).toEqual([404, 200])
      device = await device.restart()
      expect(device.deps.findings.all(), `${way}`).toEqual([{ file: `media/${path}`, damage: 'picture' }])
      rmSync(onDisk(path), { recursive: true, force: true })
      writeFileSync(onDisk(path), before)
      expect(await checked(), `${way}`).toEqual([])
      expect((await get(path)).statusCode, `${way}`).toBe(200)
    }
  })

  test('damaged and read before the next check is named at once', async () => {
    const [path = ''] = paths()
    ways.middle(onDisk(path))
    await get(path)
    expect(device.deps.findings.all()).toEqual([{ file: `media/${path}`, damage: 'picture' }])
  })

  test('of many only the folder is named', async () => {
    for (const _ of 'abcdef') await report(device)
    const media = join(device.folder, 'media')
    renameSync(media, `${media}.aside`)
    const found = await checked()
    expect(found).toHaveLength(6)
    expect(found).toContain('media picture')
    rmSync(media, { recursive: true, force: true })
    renameSync(`${media}.aside`, media)
    expect(await checked()).toEqual([])
  })

  test('that retention has deleted is not missed', async () => {
    const [path = ''] = paths()
    rmSync(onDisk(path))
    device.deps.db.run('UPDATE event SET media_gone_ms = 1 WHERE uuid = ?', [
      uuids.find((uuid) => path.includes(uuid))!,
    ])
    expect(storedPicture(device.deps.db, path)).toBeUndefined()
    expect(await checked()).toEqual([])
  })
})

async function uploadModel(to: Device, token: string): Promise<string> {
  const bytes = await smallModel()
  const file = { name: 'm.zip', bytes: bytes.length, modified_ms: 1 }
  const { upload } = (await to.call('begin_model_upload', file, token)).data
  const part = { upload, offset: 0, data: Buffer.from(bytes).toString('base64') }
  await to.call('add_model_part', part, token)
  return (await to.call('finish_model_upload', { upload }, token)).data.model!
}

describe('a model', () => {
  let model = ''
  let token = ''
  beforeEach(async () => {
    token = await device.tokenOf('admin')
    model = await uploadModel(device, token)
    await device.deps.models.settled()
  })

  test.each(['manifest.json', 'model.onnx'])(
    '%s in any way: an alarm names it, it is neither used nor tried, and the same upload repairs it',
    async (file) => {
      const use = { model, agpl: false, reason: 'no events yet' }
      await device.call('try_model', { model }, token)
      await device.deps.models.settled()
      for (const way of all_ways) {
        expect((await device.call('promote_model', use, token)).code, `${way}`).toBe(code.success)
        ways[way](join(device.folder, 'models', model, file))
        expect(await checked(), `${way}`).toEqual([`models/${model} model_files`])
        expect(device.deps.models.forProgram(), `${way}`).toBeNull()
        const [left] = (await device.call('get_models', {}, token)).data.uses
        expect(left, `${way}`).toMatchObject({ model: null, why: 'unusable' })
        for (const answer of [
          await device.call('promote_model', use, token),
          await device.call('try_model', { model }, token),
        ])
          expect(answer, `${way}`).toMatchObject({ code: code.failed })
        expect(await uploadModel(device, token), `${way}`).toBe(model)
        expect(device.deps.findings.all(), `${way}`).toEqual([])
      }
      expect((await device.call('promote_model', use, token)).code).toBe(code.success)
    },
  )

  test('without its folder is named until it is deleted', async () => {
    rmSync(join(device.folder, 'models'), { recursive: true })
    expect(await checked()).toEqual([`models/${model} model_files`])
    expect((await device.call('delete_model', { model }, token)).code).toBe(code.success)
    expect(device.deps.findings.all()).toEqual([])
  })
})

describe('a spool file', async () => {
  const jpeg = await plainJpeg(64, 48)
  const take = (event: object) => openIntake(device.deps, join(device.folder, 'spool')).take(event)
  const reported = (file: string) => ({
    uuid: randomUUID(),
    event_time: device.deps.now(),
    camera_sn: 'SN-0001',
    scene_id: 'scene-1',
    lot_no: 'A01',
    event_type: 1,
    plate_number: '粤B12345',
    plate_color: 'blue',
    confidence: 96,
    pictures: [{ kind: 'image', file }],
  })
  const spooled = (file: string) => {
    mkdirSync(join(device.folder, 'spool'), { recursive: true })
    writeFileSync(join(device.folder, 'spool', file), jpeg)
    return join(device.folder, 'spool', file)
  }

  /** A changed byte that leaves a JPEG is another picture: nothing says what it was. */
  const unseen: readonly Way[] = ['header', 'middle', 'longer']
  test('damaged in any way: the answer names it, and the event is stored without it', async () => {
    for (const way of all_ways) {
      ways[way](spooled(`${way}.jpg`))
      const event = reported(`${way}.jpg`)
      const verdict = await take(event)
      if (unseen.includes(way)) expect(verdict, `${way}`).toEqual({ type: 'ack', result: 'stored' })
      else {
        const issue = way === 'removed' ? 'not_found' : 'format'
        expect(verdict, `${way}`).toMatchObject({
          type: 'refused',
          issues: [{ field: 'pictures.0.file', issue }],
        })
        expect(await take({ ...event, pictures: [] }), `${way}`).toEqual({ type: 'ack', result: 'stored' })
      }
      spooled('good.jpg')
      expect(await take(reported('good.jpg')), `${way}`).toEqual({ type: 'ack', result: 'stored' })
    }
    expect(await checked()).toEqual([])
  })
})

test("the analysis program's file that was set aside is named until it is removed", async () => {
  const aside = join(device.folder, 'analysis-looks.json.damaged')
  writeFileSync(aside, '')
  expect(await checked()).toEqual(['analysis-looks.json analysis_state'])
  rmSync(aside)
  expect(await checked()).toEqual([])
})

/** The first cells of the tables of the document, as expressions. */
function documented(): RegExp[] {
  const rows = readFileSync(join(root, 'docs/data-folder.md'), 'utf8').split('\n')
  const names = rows.flatMap((row) => /^\| (`.*?) \|/.exec(row)?.[1]?.match(/(?<=`)[^`, ]+(?=`)/g) ?? [])
  return names.map((name) => {
    const text = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replace('NAME', '[^/]+')
    return new RegExp(name.endsWith('/') ? `^${text}` : `^(.*/)?${text}$`)
  })
}

test('every file of a device in use has its row in the document', async () => {
  await device.close()
  device = await openDevice({ ports, now: Date.now() })
  plantLots(device.deps.db)
  const token = await device.tokenOf('admin')
  const uuid = await report(device)
  await report(device)
  await device.deps.proof_log.caughtUp()
  await device.call('support_bundle', {}, token)
  await device.call('delete_parking_event', { list: [uuid] }, token)
  await uploadModel(device, token)
  await device.deps.models.settled()
  makeSnapshot(device.deps, 'update')
  const present = () =>
    readdirSync(device.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(device.folder, join(entry.parentPath, entry.name)))
  const before = present() // a start removes support bundles
  device = await device.restart()
  const running = await start(device.folder, 'on')
  const files = [...before, ...present()]
  await running.stop()
  const kinds = ['media/', 'acts/', 'models/', 'support/', 'snapshots/', 'tls/', 'server.lock']
  expect(kinds.filter((kind) => !files.some((file) => file.startsWith(kind)))).toEqual([])
  const known = documented()
  expect(files.filter((file) => !known.some((form) => form.test(file)))).toEqual([])
})

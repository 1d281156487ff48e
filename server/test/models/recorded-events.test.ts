/** A trial judges recorded entries and exits again, with two real models that see different places. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { camera_moved_comment, check_undone, code, event_type, type CheckVerdict } from '@parking/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { one_car, floats, manifest } from '@parking/analysis/test/user-model/one-car-model.ts'
import { modelTool } from '#src/adapters/system/model-tool.ts'
import { recordCheck } from '#src/checks/event-check.store.ts'
import { dayFolder, picturePath } from '#src/events/record/event-paths.ts'
import { eventByUuid } from '#src/events/record/event.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'
import { smallModel, tool_argv } from './small-model.ts'

/** So large that the whole picture is judged at once. */
const lot: [number, number][] = [
  [0.2, 0.3],
  [0.8, 0.3],
  [0.8, 0.8],
  [0.2, 0.8],
]
let device: Device
let token = ''
let jpeg: Buffer
beforeEach(async () => {
  device = await openDevice({ ports: { models_tool: modelTool({ argv: tool_argv }) } })
  token = await device.tokenOf('admin')
  plantLots(device.deps.db, ['A01'], lot)
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#777', noise } })
    .jpeg()
    .toBuffer()
})
afterEach(() => device.close())

/** Stores an event with its picture, some minutes ago. */
async function record(type: number, minutes: number, comment = ''): Promise<string> {
  const { db, media, now } = device.deps
  const uuid = randomUUID()
  const event_ms = now() - minutes * 60_000
  const picture = {
    kind: 'image',
    width: 64,
    height: 64,
    bytes: jpeg.length,
    sha256: Buffer.alloc(32),
  } as const
  storeEvent(db, event_ms, { uuid, event_type: type, comment, pictures: [picture] })
  mkdirSync(join(media.folder, dayFolder(event_ms)), { recursive: true })
  await media.files.write(picturePath(event_ms, uuid, 0), jpeg, { forced: false })
  return uuid
}

function check(uuid: string, verdict: CheckVerdict, undoes: number | null = null): void {
  const { db, now } = device.deps
  const plates = { plate_before: '', plate_after: '' }
  const { event_id } = eventByUuid(db, uuid)!
  const unchecked = { event_id, checked_plate: null, to_check: 0 as const }
  const said = { at_ms: now(), checked_by: 'checker', verdict, reason: undoes === null ? '' : check_undone }
  recordCheck(db, unchecked, { ...said, undoes, ...plates })
}

/** Adds a model whose only car covers this box, given in its 64 pixels. */
async function addModel(name: string, box: readonly [number, number, number, number]): Promise<string> {
  const [constant] = one_car.constants
  const bytes = floats([...box, 0.8, 2, 0, 0, 1, 1, 0, 0])
  const at = box.map((value) => value / 64)
  const zip = await smallModel({
    graph: { constants: [{ ...constant!, bytes }] },
    change: { name, selfTest: { ...manifest.selfTest, boxes: [{ box: at, score: 0.8, label: 'car' }] } },
  })
  const file = { name: `${name}.zip`, bytes: zip.length, modified_ms: 1 }
  const { upload } = (await device.call('begin_model_upload', file, token)).data
  await device.call('add_model_part', { upload, offset: 0, data: Buffer.from(zip).toString('base64') }, token)
  const { model } = (await device.call('finish_model_upload', { upload }, token)).data
  await device.deps.models.settled()
  return model!
}

async function tried(model: string): Promise<void> {
  expect(await device.call('try_model', { model }, token)).toMatchObject({ code: code.success })
  await device.deps.models.settled()
}
const promote = (model: string, reason = '') =>
  device.call('promote_model', { model, agpl: false, reason }, token)

test('a trial counts what each model sees of entries and exits, and shows where they differ', async () => {
  const confirmed = await record(event_type.entry, 90)
  check(confirmed, 'confirmed')
  const undone = await record(event_type.entry, 60)
  check(undone, 'confirmed')
  check(undone, 'confirmed', 1)
  const exit = await record(event_type.exit, 30)
  // Not judged: contradicted by a user, too old, without its picture, and of another view of the camera.
  check(await record(event_type.entry, 50), 'vacant')
  const withdrawn_again = await record(event_type.entry, 45)
  check(withdrawn_again, 'discarded')
  check(withdrawn_again, 'confirmed')
  check(withdrawn_again, 'discarded', 2)
  await record(event_type.entry, 8 * 24 * 60)
  const gone = await record(event_type.entry, 40)
  device.deps.db.run('UPDATE event SET media_gone_ms = 1 WHERE uuid = ?', [gone])
  await record(event_type.entry, 20, camera_moved_comment)

  const running = await addModel('middle', [13, 13, 51, 51])
  const candidate = await addModel('corner', [0, 0, 12, 12])
  await tried(running)
  await promote(running, 'sees more')
  await tried(candidate)
  const card = (await device.call('get_model_trial', { model: candidate }, token)).data

  expect(card).toMatchObject({
    state: 'done',
    said: '',
    confirmed: { events: 1, running: 1, candidate: 0 },
    recorded: {
      entries: { events: 2, running: 2, candidate: 0 },
      exits: { events: 1, running: 0, candidate: 1 },
      left_out: 1,
      different: 3,
    },
  })
  const seen = { lot_no: 'A01', running: 'vehicle', candidate: 'empty' }
  expect(card.recorded.differences).toMatchObject([
    { uuid: confirmed, event_type: event_type.entry, plate_number: '粤B12345', ...seen },
    { uuid: undone, ...seen },
    { uuid: exit, event_type: event_type.exit, ...seen },
  ])
  expect(card.recorded.differences[0]?.picture).toContain(`${confirmed}-0.jpg?`)
  expect(card.recorded.differences[0]?.polygon).toHaveLength(4)

  // It sees the exit and misses the entries: one does not make up for the other.
  const worse = await promote(candidate)
  expect(worse).toMatchObject({ code: code.failed })
  expect(worse.message).toContain('entries 0 of 2 (the model in use 2), exits 1 of 1 (the model in use 0)')
  expect(device.deps.models.forProgram()?.id).toBe(running)
  expect(await promote(candidate, 'only exits matter here')).toMatchObject({ code: code.success })
  const [use] = (await device.call('get_models', {}, token)).data.uses
  expect(use).toMatchObject({ model: candidate, verdict: 'worse', reason: 'only exits matter here' })
})

/** What a dossier says beside the measured rates: corrected judgements, other models, a removed sample. */
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUse } from '#src/models/model.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { dossierOf, stay } from './dossier-device.ts'

let device: Device
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
})
afterEach(() => device.close())

test('names corrections, a change of the model, and the restore that removed the sample', async () => {
  const token = await device.tokenOf('operator')
  await device.deps.proof_log.note('restored', { how: 'restore', by: 'admin', events: 'removed' })
  await device.call('update_accuracy_settings', { sample_percent: 100 }, token)
  device.wait(60_000)
  const { entry } = await stay(device)
  const { sample } = (await device.call('next_accuracy_sample', {}, token)).data
  const { sample_id } = sample!
  await device.call('judge_accuracy_sample', { sample_id, lot: 'vacant', took_ms: 1_000 }, token)
  const plate = { answer: null, plate_number: '' }
  const correction = { sample_id, lot: 'unclear', plate, reason: 'x' } as const
  expect((await device.call('correct_accuracy_judgement', correction, token)).code).toBe(0)
  addUse(device.deps.db, {
    model: null,
    name: 'street-cars',
    version: '3',
    sha256: '00',
    at_ms: device.deps.now(),
    by: 'admin',
    why: 'promoted',
    verdict: null,
    reason: '',
  })
  const pageOf = async (language: 'zh' | 'tw') =>
    Buffer.from(unzipSync(await dossierOf(device, entry, language))['index.html']!).toString()
  const zh = await pageOf('zh')
  expect(zh).toContain('没有保留事件：在此之前的事件已全部不在设备上')
  expect(zh).toContain('没有保留事件：实测差错率只包括此后的判断')
  expect(zh).toContain('其中 1 个判定后来更正过')
  expect(zh).toMatch(/换过分析模型（[\d: -]+ street-cars 3）/)
  const tw = await pageOf('tw')
  expect(tw).toContain('沒有保留事件：實測錯誤率只包括此後的判斷')
  expect(tw).toMatch(/換過分析模型（[\d: -]+ street-cars 3）/)
  const { data } = await device.call('accuracy_report', { by: 'camera', days: 30 }, token)
  expect(data.cleared_str).not.toBe('')
  expect(data.models).toMatchObject([{ name: 'street-cars', version: '3' }])
})

/** A stay and its dossier, as the HTTP server delivers it. */
import type { DossierLanguage } from '#src/dossier/words.ts'
import type { Device } from '../device.ts'
import { report } from './report.ts'

export type StayGiven = { plate_number?: string; minutes?: number }

/** Reports an entry and its exit; returns both uuids. */
export async function stay(device: Device, { plate_number = '粤B12345', minutes = 50 }: StayGiven = {}) {
  const entry = await report(device, { plate_number, pictures: 2 })
  device.wait(minutes * 60_000)
  const exit = await report(device, { event_type: 3, plate_number, pictures: 2 })
  return { entry, exit }
}

/** The bytes of the dossier of an event. Fails if there is none. */
export async function dossierOf(
  device: Device,
  uuid: string,
  language: DossierLanguage = 'zh',
): Promise<Buffer> {
  const token = await device.tokenOf('operator')
  const answer = await device.call('export_dossier', { uuid, language }, token)
  if (answer.code !== 0) throw new Error(answer.message)
  const file = await device.app.inject({ url: answer.data.download })
  if (file.statusCode !== 200)
    throw new Error(`The dossier was answered with ${file.statusCode}: ${file.body}`)
  return file.rawPayload
}

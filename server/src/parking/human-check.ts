/** Somebody looks at a picture of a lot that is taken now, and says whether it is vacant or occupied (spec §7 human_check, DESIGN §5). */
import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Answer, Body } from '@parking/contract'
import { dropFiles, ensureFolder, syncFolder } from '../analysis/evidence.ts'
import { refuse } from '../camera/add.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { lotPlaces } from '../camera/scene.store.ts'
import type { Picture } from '../ports/camera-port.ts'
import { badField, failed } from '../refusal.ts'
import type { Context } from '../serve.ts'
import { beginning } from './beginning.ts'
import { insertEvent } from './event.store.ts'
import { picturePath } from './picture.ts'

/** Answers the new event when it and its picture are safe. 1000 on `lot_no` for an unknown lot; 7000 with the step at which the camera failed: a check without a picture proves nothing. */
export async function humanCheck({ lot_no, event_type, comment }: Body<'human_check'>, context: Context): Promise<Answer<'human_check'>> {
  const { db, cameras, secrets, media, now, bus } = context
  const place = lotPlaces(db).find((one) => one.lot_no === lot_no)
  const camera = place && cameraBySn(db, place.camera_sn)
  if (!place || !camera) throw badField('lot_no', 'not_found')
  if (camera.frame_url === '') throw failed('This camera gives no single pictures', { step: 'picture' })
  const picture = await cameras.picture({ ...camera, password: secrets.open(camera.password) }).catch(refuse)
  const [uuid, create_ms] = [randomUUID(), now()]
  const file = join(media.folder, picturePath(create_ms, uuid, 0))
  try {
    await keep(file, picture)
    const pictures = [{ kind: 'image' as const, width: picture.width, height: picture.height, bytes: picture.jpeg.byteLength, sha256: createHash('sha256').update(picture.jpeg).digest() }]
    const seen = { uuid, event_ms: create_ms, create_ms, event_type, plate_number: '', plate_color: 'unknown', confidence: 100, comment, place, pictures }
    db.transaction(() => insertEvent(db, { ...seen, ...beginning(context)(seen) }))
  } catch (error) {
    await dropFiles([file])
    throw error
  }
  bus.tell('queue')
  return { uuid }
}

/** Forced to the disk, its name too: the row comes after it. */
async function keep(file: string, { jpeg }: Picture): Promise<void> {
  await ensureFolder(dirname(file))
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(jpeg)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await syncFolder(dirname(file))
}

/** A user judges a new picture of a lot: vacant or occupied (spec §7 human_check). */
import { openedCamera } from '../camera/camera-secrets.ts'
import { randomUUID } from 'node:crypto'
import { event_type as types, type Answer, type Body } from '@parking/contract'
import { cameraBySn } from '../camera/camera.store.ts'
import { requireEvidence, type CameraLooks } from '../camera/look.ts'
import { lotPlaces } from '../camera/scene.store.ts'
import { takePicture } from '../camera/take-picture.ts'
import { badField } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { noteManualCheck } from './check-ledger.ts'
import { storeOwnEvent } from '../events/record/own-event.ts'

/**
 * Returns the new event once it and its picture are on disk. Throws 1000 on `lot_no` for an unknown lot, and
 * 7000 with the step at which the camera failed, because a check without a picture of the lot proves
 * nothing.
 */
export async function humanCheck(
  { lot_no, event_type, comment }: Body<'human_check'>,
  context: CallContext & { looks: CameraLooks },
): Promise<Answer<'human_check'>> {
  const { db, cameras, video, secrets, looks, now } = context
  const place = lotPlaces(db).find((one) => one.lot_no === lot_no)
  const camera = place && cameraBySn(db, place.camera_sn)
  if (!place || !camera) throw badField('lot_no', 'not_found')
  requireEvidence(looks, camera.camera_sn)
  const picture = await takePicture(openedCamera(camera, { secrets }), { cameras, video })
  const uuid = randomUUID()
  await storeOwnEvent(
    context,
    { uuid, event_ms: now(), event_type, plate_number: '', plate_color: 'unknown', comment, place },
    picture,
    () => noteManualCheck(context, uuid, event_type === types.manual_vacancy_check ? 'vacant' : 'occupied'),
  )
  return { uuid }
}

/** `live_view`: which kinds of live view a camera has now, and their addresses. */
import type { Live } from './live.ts'
import type { Answer, Body } from '@parking/contract'
import { cameraBySn } from '../camera/camera.store.ts'
import { streamOf } from '../camera/take-picture.ts'
import { notFound } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { liveAddress } from './live-address.ts'

type Needs = CallContext & { live: Live }

export function liveView({ camera_sn }: Body<'live_view'>, context: Needs): Answer<'live_view'> {
  const row = cameraBySn(context.db, camera_sn)
  if (!row) throw notFound('The camera')
  const reason =
    streamOf(row) === ''
      ? 'no_stream'
      : !context.video.available()
        ? 'no_ffmpeg'
        : context.live.hasRoom(camera_sn)
          ? ''
          : 'busy'
  const kind = reason === '' ? 'video' : row.frame_url === '' ? 'none' : 'pictures'
  return {
    kind,
    reason,
    pictures: row.frame_url !== '',
    url: kind === 'none' ? '' : liveAddress(context, camera_sn, kind, context.session.id, context.now()),
  }
}

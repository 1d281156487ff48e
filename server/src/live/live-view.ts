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
  // Single pictures of a stream are slower, and work where a browser cannot play it; each costs as much as a
  // second of video, so a busy box gives none.
  const stills = streamOf(row) !== '' && context.video.available() && reason !== 'busy'
  const pictures = row.frame_url !== '' || stills
  const kind = reason === '' ? 'video' : pictures ? 'pictures' : 'none'
  return {
    kind,
    reason,
    pictures,
    url: kind === 'none' ? '' : liveAddress(context, camera_sn, kind, context.session.id, context.now()),
  }
}

/** Handler of `live_view` in area `camera`. */
import type { Answer, Body, live_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Live } from './live.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { pictureUrlOf, streamOf } from '../camera/take-picture.ts'
import { notFound } from '../core/refusal.ts'
import { liveAddress } from './live-address.ts'

export const live_handlers = {
  live_view: (body, context) => liveView(body, context),
} satisfies Handlers<keyof typeof live_calls, CallContext & { live: Live }>

/** `live_view`: the kinds of live view that are available for a camera now, and the address. */
type Needs = CallContext & { live: Live }

function liveView({ camera_sn }: Body<'live_view'>, context: Needs): Answer<'live_view'> {
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
  // Single pictures of a stream are slower but also work in browsers that cannot play the stream. Each costs
  // as much as a second of video, so a busy box offers none.
  const stills = streamOf(row) !== '' && context.video.available() && reason !== 'busy'
  const pictures = pictureUrlOf(row) !== '' || stills
  const kind = reason === '' ? 'video' : pictures ? 'pictures' : 'none'
  return {
    kind,
    reason,
    pictures,
    url:
      kind === 'none'
        ? ''
        : liveAddress(
            context,
            { camera_sn, session: context.session.id, origin: context.client?.origin ?? '' },
            kind,
            context.now(),
          ),
  }
}

/**
 * Takes a picture of a stored or tried camera: from its picture address or, if that gives none, from its
 * stream.
 */
import type { StillsReason } from '@parking/contract'
import { CameraError, isSmall, stillsReasonOf, type Picture } from '../ports/camera-port.ts'
import { badField } from '../core/refusal.ts'
import type { Deps } from '../core/deps.ts'
import type { Still } from '../ports/video-port.ts'
import type { CameraRow } from './camera.store.ts'

export type Source = Pick<CameraRow, 'frame_url' | 'stream_url_main' | 'stream_url_sub'> & {
  /** What went wrong with the picture address, as stored: the stream is used first then. */
  stills?: StillsReason | ''
  username: string
  server_trust?: string | undefined
  /** In plain text, not encrypted. */
  password: string
}
type Needs = Pick<Deps, 'cameras' | 'video'>

/** The stream to show: the main stream if it is RTSP, else the sub stream. */
export const streamOf = ({
  stream_url_main,
  stream_url_sub,
}: Pick<CameraRow, 'stream_url_main' | 'stream_url_sub'>): string =>
  [stream_url_main, stream_url_sub].find((url) => /^rtsps?:/i.test(url)) ?? ''

/**
 * The address of single pictures: the picture address, or a main stream over HTTP, which is MJPEG; empty if
 * the camera has neither.
 */
export const pictureUrlOf = ({
  frame_url,
  stream_url_main,
}: Pick<CameraRow, 'frame_url' | 'stream_url_main'>): string =>
  frame_url === '' && isHttp(stream_url_main) ? stream_url_main : frame_url

const isHttp = (url: string): boolean => /^https?:/i.test(url)

/** All browsers play H.264. Few machines play H.265. */
const playable = 'H.264'

/** The stream for a browser: the sub stream if only that is known to play. */
export function liveStreamOf(
  row: Pick<CameraRow, 'stream_url_main' | 'stream_url_sub' | 'codec' | 'codec_sub'>,
) {
  const sub = /^rtsps?:/i.test(row.stream_url_sub) && row.codec_sub === playable
  return sub && row.codec !== '' && row.codec !== playable ? row.stream_url_sub : streamOf(row)
}

/**
 * The timeout for the picture of a stream if no console waits for it, or one that waits longer than usual. A
 * camera that saves bandwidth sends a key frame each ten seconds only.
 */
export const patient_ms = 15_000

/**
 * `afresh`: asks the picture address first even if it failed the last time. `uncounted`: see `CameraPort`; a
 * picture of the stream is always judged.
 */
type TakeOptions = { signal?: AbortSignal; timeout_ms?: number; afresh?: boolean; uncounted?: boolean }
/** `stills`: what went wrong with the picture address if the picture comes from the stream instead. */
export type Taken = Picture & { stills: StillsReason | '' }

/**
 * Takes a whole picture. Throws a CameraError. Its step is `picture` if this box has no means of taking one.
 * `timeout_ms` applies to a picture of the stream.
 */
export async function takePicture(source: Source, needs: Needs, options: TakeOptions = {}): Promise<Taken> {
  const frame_url = pictureUrlOf(source)
  const fromStream = async (stills: StillsReason | ''): Promise<Taken> => ({
    ...(await streamPicture(source, needs, options)),
    stills,
  })
  const fromAddress = async (): Promise<Taken> => {
    const from = { ...source, frame_url, server_trust: source.server_trust ?? '' }
    const { signal, uncounted = false } = options
    return { ...(await needs.cameras.picture(from, { uncounted, ...(signal && { signal }) })), stills: '' }
  }
  if (frame_url === '') return fromStream('')
  if (streamOf(source) === '' || !needs.video.available()) return fromAddress()
  const isFinal = (error: unknown) => !(error instanceof CameraError) || options.signal?.aborted === true
  const { stills = '' } = source
  // An address that gives a small picture has not failed: it is asked again only if the stream fails.
  if (stills !== '' && (options.afresh !== true || stills === 'small'))
    return fromStream(stills).catch(async (error: unknown) => {
      if (isFinal(error)) throw error
      const taken = await fromAddress()
      return stills === 'small' ? { ...taken, stills } : taken
    })
  return fromAddress().catch((error: unknown) => {
    if (!(error instanceof CameraError) || isFinal(error)) throw error
    return fromStream(stillsReasonOf(error)).catch(() => {
      throw error // the picture address is the way that was chosen
    })
  })
}

async function streamPicture(
  source: Source,
  { video }: Needs,
  { signal, timeout_ms }: TakeOptions,
): Promise<Picture> {
  const url = streamOf(source)
  if (url === '')
    throw new CameraError('picture', 'This camera has neither a picture address nor an RTSP stream')
  if (!video.available())
    throw new CameraError(
      'picture',
      'This camera has a stream alone: its pictures need ffmpeg, which is not installed',
    )
  const { username, password, server_trust = '' } = source
  return video.still(
    { url, username, password, server_trust },
    { signal, ...(timeout_ms !== undefined && { timeout_ms }) },
  )
}

export type MeasuredCommon = {
  picture: Picture | undefined
  still: Still | undefined
  codec_sub: string
  stills: StillsReason | ''
}

/**
 * Measures a camera without ONVIF: its picture, and its streams if there are any and the box can open them.
 * Throws 1000 `no_stream` on the address of a sub stream that cannot be opened.
 */
export async function measureCommon(
  source: Source,
  { cameras, video }: Needs,
  options: { timeout_ms?: number } = {},
): Promise<MeasuredCommon> {
  const { frame_url, stream_url_main: main, stream_url_sub: sub } = source
  const { username, password, server_trust = '' } = source
  const pictureAt = (address: string) => cameras.picture({ ...source, frame_url: address, server_trust })
  /** Undefined for an address that this box cannot open: none, or RTSP without ffmpeg. */
  const stillOf = async (url: string): Promise<Still | undefined> => {
    if (isHttp(url)) return { ...(await pictureAt(url).catch(notAStream)), ...mjpeg }
    return url === '' || !video.available()
      ? undefined
      : video.still({ url, username, password, server_trust }, options)
  }
  const [picture, still, second] = await Promise.all([
    frame_url === '' ? undefined : pictureAt(frame_url),
    stillOf(main === '' ? sub : main),
    main === '' || sub === main
      ? undefined
      : stillOf(sub).catch((error: unknown) => {
          throw error instanceof CameraError && error.step === 'stream'
            ? badField('stream_url_sub', 'no_stream')
            : error
        }),
  ])
  const of_sub = main === '' || sub === main ? still : second
  const is_small = picture !== undefined && still !== undefined && !isHttp(main) && isSmall(picture, still)
  return {
    picture: is_small ? still : (picture ?? still),
    still,
    codec_sub: sub === '' ? '' : (of_sub?.codec ?? ''),
    stills: is_small ? 'small' : '',
  }
}

const mjpeg = { codec: 'MJPEG', frame_rate: 0, bit_rate: 0 } as const

/** A stream address over HTTP at which no picture is sent. */
function notAStream(error: unknown): never {
  throw error instanceof CameraError && error.step === 'picture' ? error.at('stream') : error
}

/** The columns to store. The size of a stream that could not be opened is unknown. */
export const measuredOf = ({ picture, still, stills }: Omit<MeasuredCommon, 'codec_sub'>) => ({
  stills,
  width: still?.width ?? picture?.width ?? 0,
  height: still?.height ?? picture?.height ?? 0,
  frame_rate: still?.frame_rate ?? 0,
  bit_rate: still?.bit_rate ?? 0,
})

/** The video sources of an ONVIF device, each with its profiles: one source is one camera. */
import { CameraError } from '#src/ports/camera-port.ts'
import type { Profile } from './onvif-media.ts'

/** `main`: the largest picture. `sub`: the next smaller one of the same view, if there is one. */
export type Source = {
  token: string
  name: string
  profiles: readonly Profile[]
  main: Profile
  sub: Profile | undefined
}

/** In the order of the camera, at least one. `profiles` are not empty. */
export function sourcesOf(profiles: readonly Profile[]): Source[] {
  const tokens = [...new Set(profiles.map(({ source }) => source).filter((token) => token !== ''))]
  // A profile that names no source belongs to the only one. With several sources it belongs to none.
  if (tokens.length <= 1) return [sourceOf(tokens[0] ?? '', profiles)]
  return tokens.map((token) =>
    sourceOf(
      token,
      profiles.filter(({ source }) => source === token),
    ),
  )
}

/** The source with this token, the first for an empty one. Throws a CameraError if there is none. */
export function sourceIn(sources: readonly Source[], token: string): Source {
  // A device with one source has this one, whatever it is called after an update of its firmware.
  const found = sources.length === 1 || token === '' ? sources[0] : sources.find((one) => one.token === token)
  if (!found) throw new CameraError('profile', 'The camera no longer has this video source', 'source_gone')
  return found
}

function sourceOf(token: string, profiles: readonly Profile[]): Source {
  // One without a size has no video, unless the camera reports no size at all.
  const sized = profiles.filter(({ area }) => area > 0)
  // Of two encodings of one size, the live view plays no JPEG.
  const videos = (sized.length > 0 ? sized : profiles).toSorted(
    (a, b) => b.area - a.area || Number(a.codec === 'MJPEG') - Number(b.codec === 'MJPEG'),
  )
  const main = videos[0] as Profile
  const others = videos.filter((profile) => profile !== main && hasSameView(profile, main))
  // A profile of the same size is another encoding of the main stream.
  const sub = others.find(({ area }) => area < main.area) ?? others[0]
  return { token, name: main.source_name || main.name || token, profiles, main, sub }
}

/** Two configurations of one source may show different parts of it, such as the views of a fisheye. */
const hasSameView = ({ view }: Profile, main: Profile): boolean =>
  view.token === main.view.token || view.part === main.view.part

/**
 * The street and its first picture are asked for while the session is still checked and the page is drawn: on
 * a slow link each of the three would cost a round of its own.
 */
import { queryClient, readEarly } from '#src/core/queries.ts'
import { early_picture_px, inSize } from '#src/lib/picture-size.ts'
import { readToken } from '#src/stores/session.ts'

/** The picture that early/early-calls.ts has asked for. */
export type EarlyPicture = { picture: string; src: string }

let early: EarlyPicture | undefined

/** Resolves when the street can be drawn. It is read once: later the answers are there. */
export async function readStreetEarly(): Promise<void> {
  if (readToken() === undefined || document.hidden) return
  if (queryClient.getQueryState(['/api/camera/camera_wall', {}])) return
  const [wall] = await Promise.all([
    readEarly('/api/camera/camera_wall', {}),
    readEarly('/api/camera/get_scenes', {}),
  ])
  const picture = wall?.cameras[0]?.picture
  if (picture) early = { picture, src: inSize(picture, early_picture_px) }
}

/** This picture, if it was asked for early. */
export const earlyPicture = (picture: string): EarlyPicture | undefined =>
  early?.picture === picture ? early : undefined

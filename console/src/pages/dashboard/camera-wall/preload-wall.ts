/**
 * Requests the wall and its first picture while the session is still being checked and the page is drawn.
 * On a slow link, doing the three one after the other would cost a round trip each.
 */
import { queryClient, readEarly } from '#src/core/queries.ts'
import { early_picture_px, inSize } from '#src/lib/picture-size.ts'
import { readToken } from '#src/stores/session.ts'

/** The picture that core/first-calls.ts has requested. */
export type EarlyPicture = { picture: string; src: string }

let early: EarlyPicture | undefined

/** Resolves when the wall can be drawn. Does nothing later, when the answers are already there. */
export async function readWallEarly(): Promise<void> {
  if (readToken() === undefined || document.hidden) return
  if (queryClient.getQueryState(['/api/camera/camera_wall', {}])) return
  const [wall] = await Promise.all([
    readEarly('/api/camera/camera_wall', {}),
    readEarly('/api/camera/get_scenes', {}),
  ])
  const picture = wall?.cameras[0]?.picture
  if (picture) early = { picture, src: inSize(picture, early_picture_px) }
}

/** The early picture, if it is this one. */
export const earlyPicture = (picture: string): EarlyPicture | undefined =>
  early?.picture === picture ? early : undefined

/**
 * The street and its first picture are asked for while the session is still checked and the page is drawn: on
 * a slow link each of the three would cost a round of its own.
 */
import { readEarly } from '#src/core/queries.ts'
import { early_picture_px, inSize } from '#src/lib/picture-size.ts'
import { readToken, session } from '#src/stores/session.ts'

/** The picture that early/early-calls.ts has asked for. */
export type EarlyPicture = { picture: string; src: string }

let early: EarlyPicture | undefined

/** Only when the console itself is opened: later the answers are there, or a round is short. */
export async function readStreetEarly(): Promise<void> {
  if (readToken() === undefined || session.get().roles.length > 0 || document.hidden) return
  const wall = await readEarly('/api/camera/camera_wall', {})
  const picture = wall?.cameras[0]?.picture
  if (picture) early = { picture, src: inSize(picture, early_picture_px) }
}

/** This picture, if it was asked for early. */
export const earlyPicture = (picture: string): EarlyPicture | undefined =>
  early?.picture === picture ? early : undefined

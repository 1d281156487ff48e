/** Translates comments that the device wrote; a user's comment stays as it is. */
import type { Areas } from '#src/locales/areas.ts'

export function commentOf(
  comment: string,
  words: Pick<Areas['events'], 'comment_moved' | 'comment_after_exit'>,
): string {
  const device_comments: Readonly<Record<string, string>> = {
    camera_moved: words.comment_moved,
    after_exit: words.comment_after_exit,
  }
  return (Object.hasOwn(device_comments, comment) ? device_comments[comment] : undefined) ?? comment
}

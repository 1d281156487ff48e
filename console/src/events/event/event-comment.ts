/** Translates comments that the device wrote; a user's comment stays as it is. */
import type { Areas } from '#src/locales/areas.ts'

export function commentOf(
  comment: string,
  words: Pick<Areas['events'], 'comment_moved' | 'comment_after_exit' | 'comment_by_hand'>,
): string {
  const device_comments: Readonly<Record<string, string>> = {
    camera_moved: words.comment_moved,
    after_exit: words.comment_after_exit,
    added_by_hand: words.comment_by_hand,
  }
  return (Object.hasOwn(device_comments, comment) ? device_comments[comment] : undefined) ?? comment
}

/** A comment of the device in the reader's language; what somebody wrote stays as it is. */
import type { Areas } from '../locales/areas.ts'

export function commentOf(
  comment: string,
  words: Pick<Areas['events'], 'comment_moved' | 'comment_after_exit'>,
): string {
  const of_ours: Readonly<Record<string, string>> = {
    camera_moved: words.comment_moved,
    after_exit: words.comment_after_exit,
  }
  return (Object.hasOwn(of_ours, comment) ? of_ours[comment] : undefined) ?? comment
}

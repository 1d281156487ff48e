/** What the attacks share: the devices, the sessions, and the record of findings. */
import type { Session, Target } from './target.ts'

export type Finding = { what: string; holds: boolean; detail: string }
export type RowBook = { findings: Finding[]; notes: string[]; not_run: string[] }
export type Lab = {
  /** The device for most attacks, and two in the factory state. */
  target: Target
  fresh: readonly [Target, Target]
  admin: Session
  operator: Session
  viewer: Session
  quick: boolean
}
/** Records the findings of one row. */
export type Row = {
  check(what: string, holds: boolean, detail?: string): void
  /** A figure for the page. */
  note(text: string): void
  /** Records why an attack could not be tried. */
  notRun(why: string): void
}
export type Attack = (lab: Lab, row: Row) => Promise<void>

export function openBook(): { book: RowBook; row: Row } {
  const book: RowBook = { findings: [], notes: [], not_run: [] }
  return {
    book,
    row: {
      check: (what, holds, detail = '') => void book.findings.push({ what, holds, detail }),
      note: (text) => void book.notes.push(text),
      notRun: (why) => void book.not_run.push(why),
    },
  }
}

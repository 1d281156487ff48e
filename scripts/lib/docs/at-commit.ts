/** Names the commit and the day of a run for the page that it prints. */
import { execFileSync } from 'node:child_process'
import { root } from '../root.mjs'

/** The commit at the start of the program, by eight digits: a long run may see another one at its end. */
export const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim()
/** The day of the run in UTC, such as 2026-11-28. */
export const day = new Date().toISOString().slice(0, 10)
/** Both, such as "of commit 0123abcd (2026-11-28)". */
export const of_commit = `of commit ${commit} (${day})`

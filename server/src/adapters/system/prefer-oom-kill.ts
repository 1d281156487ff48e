/** Marks a child as the one to end first when memory is short: it can be had again, the server cannot. Linux alone knows it. */
import { writeFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'

/** Of 1000: everything usual is below. */
const score = '800'

export function preferOomKill(child: ChildProcess): void {
  if (child.pid !== undefined) writeFile(`/proc/${child.pid}/oom_score_adj`, score).catch(() => undefined)
}

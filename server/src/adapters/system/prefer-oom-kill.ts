/** Makes a child the OOM killer's first target: it can be restarted, the server cannot. Linux only. */
import { writeFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'

/** Out of 1000: above all usual scores. */
const score = '800'

export function preferOomKill(child: ChildProcess): void {
  if (child.pid !== undefined) writeFile(`/proc/${child.pid}/oom_score_adj`, score).catch(() => undefined)
}

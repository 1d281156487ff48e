/** The audit chain as `npm run audit:verify` reads it: the chain in the first line, then a link in each. */
import type { AnswerAt, BodyAt } from '#src/core/api.ts'

type Path = '/api/system/audit_links'
const at_once = 1_000

export async function exportAudit(
  read: (body: BodyAt<Path>) => Promise<AnswerAt<Path>>,
  progress: (done: number) => void,
): Promise<string[]> {
  const lines: string[] = []
  for (let after = 0; ;) {
    const { chain_id, links } = await read({ after, limit: at_once })
    if (after === 0) lines.push(`${JSON.stringify({ chain_id })}\n`)
    for (const link of links) lines.push(`${JSON.stringify(link)}\n`)
    const last = links.at(-1)
    if (!last || links.length < at_once) return lines
    progress(lines.length - 1)
    after = last.seq
  }
}

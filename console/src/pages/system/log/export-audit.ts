/**
 * The audit chain in the format that `npm run audit:verify` reads: the chain in the first line, then one link
 * per line.
 */
import type { AnswerAt, BodyAt } from '#src/core/api.ts'

type Path = '/api/system/audit_links'
const links_per_call = 1_000

export async function exportAudit(
  read: (body: BodyAt<Path>) => Promise<AnswerAt<Path>>,
  progress: (done: number) => void,
): Promise<string[]> {
  const lines: string[] = []
  for (let after = 0; ;) {
    const { chain_id, links } = await read({ after, limit: links_per_call })
    if (after === 0) lines.push(`${JSON.stringify({ chain_id })}\n`)
    for (const link of links) lines.push(`${JSON.stringify(link)}\n`)
    const last = links.at(-1)
    if (!last || links.length < links_per_call) return lines
    progress(lines.length - 1)
    after = last.seq
  }
}

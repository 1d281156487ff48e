/** The calls of the daily statements. */
import type { Answer, statement_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { statementCsv, statementJson } from './statement-file.ts'
import { statementOf, statementPage, statementSums } from './statement.store.ts'

type Needs = CallContext & { proof_log: ProofLog }
type Listed = Answer<'list_statements'>

export const statement_handlers = {
  list_statements({ page, page_size }, { proof_log }) {
    const proof = proof_log.reader()
    const list = statementPage(proof, page_size, (page - 1) * page_size).map(
      ({ number, day, made_ms, root, events, changes, counts, bytes, key_id }) => ({
        number,
        day,
        made_str: stampOf(made_ms),
        root,
        events,
        changes,
        counts: JSON.parse(counts) as Listed['list'][number]['counts'],
        bytes,
        key_id,
      }),
    )
    return { ...statementSums(proof), list }
  },

  export_statement({ day, format, words }, { proof_log }) {
    const proof = proof_log.reader()
    const stored = statementOf(proof, day)
    if (!stored) throw notFound('The statement')
    return {
      file_name: `statement-${day}.${format}`,
      content: format === 'json' ? statementJson(proof, stored) : statementCsv(stored, words),
    }
  },
} satisfies Handlers<keyof typeof statement_calls, Needs>

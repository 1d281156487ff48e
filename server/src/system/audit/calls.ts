/** Handlers that verify the audit chain and return its links. */
import type { audit_calls } from '@parking/contract'
import { headText, readHead } from '#src/core/audit-head.ts'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import type { SingleRun } from '#src/core/flow/single-run.ts'
import { busy } from '#src/core/refusal.ts'
import { hexOf } from './chain-hash.ts'
import type { AuditChain } from './chain.ts'
import { chainId, linksAfter } from './chain.store.ts'
import { readLink, verifyDatabase } from './verify-file.ts'

type Needs = CallContext & { audit_chain: AuditChain; audit_check: SingleRun; log_deletion: SingleRun }

const max_attempts = 3

export const audit_handlers = {
  verify_audit({ known_head = '' }, { audit_chain, audit_check, log_deletion, db, migrations }) {
    return audit_check.run(running, async () => {
      const head_given = readHead(known_head)
      // A deletion that runs meanwhile leaves rows that it has already recorded as deleted.
      for (let attempt = 1; ; attempt++) {
        await log_deletion.settled()
        await audit_chain.caughtUp()
        const before = audit_chain.prunings
        const { head, ...verdict } = await verifyDatabase(audit_chain.reader(), {
          shown: db,
          known: head_given ? [head_given] : [],
          marks: audit_chain.marks,
          migrations,
        })
        if (audit_chain.prunings === before || attempt === max_attempts)
          return { ...verdict, head: head ? headText(head) : '' }
      }
    })
  },

  audit_links({ after, limit }, { audit_chain }) {
    const chain = audit_chain.reader()
    const id = chainId(chain)
    return { chain_id: id ? hexOf(id) : '', links: linksAfter(chain, after, limit).map(readLink) }
  },
} satisfies Handlers<keyof typeof audit_calls, Needs>

const running = () => busy('The audit chain is being verified already')

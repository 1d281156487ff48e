/** The call that exports a dossier, and its audit entry. */
import type { dossier_calls } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { exportDossier, type DossierJobs } from './dossier.ts'

type Needs = CallContext & { proof_log: ProofLog; dossier_jobs: DossierJobs }

export const dossier_handlers = {
  export_dossier: (body, context) => exportDossier(body, context),
} satisfies Handlers<keyof typeof dossier_calls, Needs>

export const dossier_audit_subjects = {
  export_dossier: ({ uuid, language }, _, answer) =>
    answer ? { uuid, language, state: answer.state, events: answer.events } : {},
} satisfies AuditSubjects

/** The installation (an extension of the spec): its overview, and the steps that have no page in the menu. */
import { useWords } from '#src/core/words.ts'
import { stepIn } from '#src/install/install-steps.ts'
import { useInstall } from '#src/install/use-install.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { AllSteps } from './all-steps.tsx'
import { HandoverStep } from './handover-step.tsx'
import { LotsStep } from './lots-step.tsx'
import { ProofStep } from './proof-step.tsx'

export default function InstallPage() {
  const words = useWords('install')
  const step = stepIn(useUrlState().search.toString())
  const state = useInstall()
  if (!state.data)
    return (
      <>
        <PageHeader title={words.title} />
        <Section>
          {state.isError ? (
            <ErrorState title={words.failed} retry={() => void state.refetch()} retrying={state.isFetching}>
              {state.error.message}
            </ErrorState>
          ) : (
            <SkeletonRows rows={9} />
          )}
        </Section>
      </>
    )
  switch (step) {
    case 'lots':
      return <LotsStep />
    case 'proof':
      return <ProofStep proof={state.data.proof} />
    case 'handover':
      return <HandoverStep state={state.data} />
    default:
      return <AllSteps state={state.data} />
  }
}

/**
 * The HTTPS certificate (an extension of the spec, for administrators): the one in use, a request, an import,
 * and a rollback.
 */
import { useState } from 'react'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { CertificateFacts, type CertificateState } from './certificate-facts.tsx'
import { EvidenceKeyCard } from './evidence-key-card.tsx'
import { HstsCard } from './hsts-card.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RequestCard } from './request-card.tsx'
import styles from './certificate.module.css'

export default function CertificatePage() {
  const [words, titles] = [useWords('certificate'), useWords('shell').routes]
  const query = useCall('/api/system/get_certificate', {})
  const [importing, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        title={titles.system_certificate}
        hint={words.hint}
        action={
          <Button variant="primary" onClick={() => setImporting(true)}>
            {words.import}
          </Button>
        }
      />
      <Section title={words.used} action={query.data && <RollBack state={query.data} />}>
        <Loaded query={query} rows={6} failed={words.failed}>
          {(state) => <CertificateFacts state={state} />}
        </Loaded>
      </Section>
      {query.data && (
        <div className={styles.pair}>
          <RequestCard names={query.data.used.names} />
          <HstsCard state={query.data} />
        </div>
      )}
      {/* Shown only when the cards above have their height, so that nothing moves while the user reads. */}
      {(query.data || query.isError) && <EvidenceKeyCard />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function RollBack({ state }: { state: CertificateState }) {
  const words = useWords('certificate')
  const change = useChange('/api/system/roll_back_certificate', {
    refresh: ['/api/system/get_certificate'],
    done: () => toast.success(words.rolled_back),
  })
  const { previous, hsts } = state
  async function ask() {
    if (!previous) return
    const confirmed = await confirm({
      title: words.roll_back_ask,
      body: (
        <>
          <p>
            {previous.self_signed
              ? words.roll_back_own
              : words.roll_back_to(previous.subject, previous.not_after)}
          </p>
          {hsts && <p className={styles.warning}>{words.roll_back_hsts}</p>}
        </>
      ),
      confirm: words.roll_back,
      danger: true,
    })
    if (confirmed) await change.run({})
  }
  return (
    <WhyButton
      why={previous ? undefined : words.roll_back_none}
      busy={change.running}
      onPress={() => void ask()}
    >
      {words.roll_back}
    </WhyButton>
  )
}

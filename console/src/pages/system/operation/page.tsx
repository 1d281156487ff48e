/**
 * Operations on the whole device (spec §1, §2): restart, factory restore, snapshots; and the diagnosis, which
 * the menu lists as a page of its own.
 */
import { useState } from 'react'
import { restore_network } from '@parking/contract/system/operation.ts'
import { Sheet } from '#src/install/sheet.tsx'
import { Section } from '#src/ui/section.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { useWords, useLanguage } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Uptime } from '#src/time/uptime.tsx'
import { failureText } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { PowerIcon, WarnIcon } from '#src/ui/icons.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { DiagnosePanel } from './diagnose-panel.tsx'
import { RestoreCard } from './restore-card.tsx'
import { Snapshots } from './snapshots.tsx'
import { SupportBundle } from './support-bundle.tsx'
import styles from './reboot-card.module.css'
import { RebootDialog } from './reboot-dialog.tsx'
import shared from './operation.module.css'
import { blockOf } from './preflight.ts'
import { restartBy } from './restart-by.ts'
import { SerialDialog } from './serial-dialog.tsx'

export default function OperationPage() {
  const [install, titles] = [useWords('install'), useWords('shell').routes]
  const diagnoses = useUrlState().search.get('tab') === 'diagnose'
  return (
    <>
      <PageHeader title={titles[diagnoses ? 'system_diagnose' : 'system_operation']} />
      {diagnoses ? (
        <>
          <DiagnosePanel />
          <SupportBundle />
          <Section title={install.handover_title} hint={install.handover_hint}>
            <Sheet />
          </Section>
        </>
      ) : (
        <>
          <RebootCard />
          <RestoreCard />
          <Snapshots />
          <EraseCard />
        </>
      )}
    </>
  )
}

/** When the device was started, and the button to restart it. */
function RebootCard() {
  const words = useWords('operation').reboot
  const query = useCall('/api/system/reboot_time', {}, { every: 30_000 })
  const [asking, setAsking] = useState(false)
  const may = useMayWork()
  return (
    <Section
      title={words.title}
      hint={words.hint}
      action={
        <WhyButton variant="primary" why={may ? undefined : words.role} onPress={() => setAsking(true)}>
          <PowerIcon />
          {words.act}
        </WhyButton>
      }
    >
      <Loaded query={query} rows={2} failed={words.failed}>
        {({ reboot_time, run_time }) => (
          <Facts>
            <Fact name={words.last}>
              <time>{reboot_time || '--'}</time>
            </Fact>
            <Fact name={words.run_time}>
              <span className={`flex wrap baseline ink-2 ${styles.uptime}`}>
                <Uptime seconds={run_time} read_at={query.dataUpdatedAt} />
              </span>
            </Fact>
          </Facts>
        )}
      </Loaded>
      {asking && <RebootDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}

/** Erases the device for good, before it is sold or returned; unlike a restore, this cannot be undone. */
function EraseCard() {
  const words = useWords('operation').erase
  const may = useStore(session).roles.includes('admin')
  const [asking, setAsking] = useState(false)
  return (
    <div className={shared.eraseCard}>
      <Section
        title={words.title}
        hint={words.hint}
        action={
          <WhyButton variant="danger" why={may ? undefined : words.role} onPress={() => setAsking(true)}>
            {words.act}
          </WhyButton>
        }
      >
        <p className={`grid gap-8 pad-10-12 ink round-6 on-warn ${shared.warning}`}>
          <WarnIcon />
          {words.compare}
        </p>
        <EraseEffects />
        {asking && <EraseDialog onClose={() => setAsking(false)} />}
      </Section>
    </div>
  )
}

function EraseEffects() {
  const words = useWords('operation').erase
  return (
    <div className={`stack ${shared.eraseFate}`}>
      {(['goes', 'stays'] as const).map((part) => (
        <section key={part} data-part={part}>
          <h3 className="below-6 text-13 bold">{words[part]}</h3>
          <ul className="listed">
            {words[`${part}_list`].map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('operation')
  const text = words.erase
  const language = useLanguage()
  const preflight = useCall('/api/system/reboot_preflight', {}, { every: 3_000 }).data
  const block = blockOf(preflight)
  const waiting = preflight?.waiting ?? 0

  async function go(host_sn: string): Promise<string | undefined> {
    const failed = await restartBy(
      'erase',
      null,
      '/api/system/erase_for_good',
      { host_sn, language },
      (answer) => ({ url: '', landing: 'login', snapshot: '', token: answer?.token ?? '' }),
    )
    return failed && failureText(text.failed_go, failed)
  }

  return (
    <SerialDialog
      title={text.dialog}
      go={text.go}
      block={block && words.reboot[block]}
      onGo={go}
      onClose={onClose}
    >
      <p>{text.compare}</p>
      {waiting > 0 && (
        <p className={`grid gap-8 pad-10-12 ink round-6 on-warn ${shared.warning}`}>
          <WarnIcon />
          {text.waiting(waiting)}
        </p>
      )}
      <p className="note">
        {text.then} {restore_network.ipv4}
      </p>
    </SerialDialog>
  )
}

/** Erases the device for good, before it is sold or returned; unlike a restore, this cannot be undone. */
import { useState } from 'react'
import { restore_network } from '@parking/contract/system/operation.ts'
import { useCall } from '#src/core/queries.ts'
import { useLanguage, useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import shared from './operation.module.css'
import { blockOf } from './preflight.ts'
import { restartBy } from './restart-by.ts'
import { SerialDialog } from './serial-dialog.tsx'

export function EraseCard() {
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
        <p className={shared.warning}>
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
    <div className={shared.eraseFate}>
      {(['goes', 'stays'] as const).map((part) => (
        <section key={part} data-part={part}>
          <h3>{words[part]}</h3>
          <ul>
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
    return failed && `${text.failed_go}：${failed.message}`
  }

  return (
    <SerialDialog
      title={text.dialog}
      go={text.go}
      block={block && words.reboot[block]}
      onGo={go}
      onClose={onClose}
    >
      <p className={shared.eraseLead}>{text.compare}</p>
      {waiting > 0 && (
        <p className={shared.warning}>
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

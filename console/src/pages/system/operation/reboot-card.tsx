/** When the device was started, and the button to restart it. */
import { useState } from 'react'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Uptime } from '#src/time/uptime.tsx'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { PowerIcon } from '#src/ui/icons.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './reboot-card.module.css'
import { RebootDialog } from './reboot-dialog.tsx'

export function RebootCard() {
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
              <span className={styles.uptime}>
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

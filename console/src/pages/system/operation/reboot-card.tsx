/** When the device was started, and the button to restart it. */
import { useState } from 'react'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Uptime } from '#src/time/uptime.tsx'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { PowerIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './operation.module.css'
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
          <dl className={shared.facts}>
            <div>
              <dt>{words.last}</dt>
              <dd>
                <time>{reboot_time || '--'}</time>
              </dd>
            </div>
            <div>
              <dt>{words.run_time}</dt>
              <dd className={styles.uptime}>
                <Uptime seconds={run_time} read_at={query.dataUpdatedAt} />
              </dd>
            </div>
          </dl>
        )}
      </Loaded>
      {asking && <RebootDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}

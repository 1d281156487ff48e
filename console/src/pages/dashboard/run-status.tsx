/** When the box was started and for how long it has run, ticking without asking the device (spec §2). */
import { useEffect, useState } from 'react'
import type { AnswerAt } from '../../api.ts'
import type { CallState } from '../../queries.ts'
import { Loaded } from '../../tables/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { durationText } from '../../ui/time.ts'
import { useWords } from '../../words.ts'
import styles from './dashboard.module.css'

export function RunStatus({ query }: { query: CallState<AnswerAt<'/api/system/reboot_time'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.run_status}>
      <Loaded query={query} rows={3} failed={words.failed}>
        {({ reboot_time, run_time }) => (
          <dl className={styles.stack}>
            <div>
              <dt>{words.run_time}</dt>
              <dd className={styles.uptime}>
                <Uptime seconds={run_time} read_at={query.dataUpdatedAt} />
              </dd>
            </div>
            <div>
              <dt>{words.reboot_time}</dt>
              <dd className={styles.number}>{reboot_time || words.none}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Section>
  )
}

function Uptime({ seconds, read_at }: { seconds: number | null | undefined; read_at: number }) {
  const units = useWords('shell').time.units
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.max(0, Math.floor((now - read_at) / 1_000))
  const known = typeof seconds === 'number' && seconds >= 0
  // Figures and units apart, so that the figures can be large; read aloud it is one line.
  const parts = durationText(known ? seconds + passed : undefined, units).split(' ')
  return <>{parts.map((part, at) => (/^\d/.test(part) ? <b key={at}>{part}</b> : <span key={at}>{part}</span>))}</>
}

/** Lets an administrator choose whether browsers must insist on HTTPS (HSTS), and names the risk. */
import { useId } from 'react'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Switch } from '#src/forms/switch.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { CertificateState } from './certificate-facts.tsx'
import styles from './certificate.module.css'

const day_s = 86_400

export function HstsCard({ state }: { state: CertificateState }) {
  const [words, errors] = [useWords('certificate'), useWords('errors')]
  const id = useId()
  const change = useChange('/api/system/set_hsts', {
    refresh: ['/api/system/get_certificate'],
    done: () => toast.success(errors.messages.update_success),
  })
  const { hsts, hsts_s, in_use, trusted } = state
  const why = in_use === 'own' ? words.hsts_own : undefined
  const note = why ?? (hsts ? words.hsts_on(Math.round(hsts_s / day_s)) : words.hsts_off)

  async function toggle() {
    if (why !== undefined || change.running) return
    const confirmed =
      hsts ||
      (await confirm({
        title: words.hsts_ask,
        body: trusted ? words.hsts_says : `${words.hsts_says}${words.hsts_private}`,
        confirm: words.hsts_go,
      }))
    if (confirmed) await change.run({ hsts: !hsts })
  }
  return (
    <Section title={words.hsts} hint={words.hsts_hint}>
      <label className={styles.switch}>
        <Switch
          checked={hsts}
          disabled={why !== undefined}
          aria-describedby={`${id}note`}
          onChange={() => void toggle()}
        />
        <span>{words.hsts_label}</span>
      </label>
      <p id={`${id}note`} className={styles.hint}>
        {note}
      </p>
    </Section>
  )
}

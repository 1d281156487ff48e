/** Switches the nightly automatic installation of new versions. */
import { useId } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { Switch } from '#src/forms/switch.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange, type CallState } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './application.module.css'
import styles from './auto-update.module.css'

export function AutoUpdate({ query }: { query: CallState<AnswerAt<'/api/system/app_status'>> }) {
  const words = useWords('application')
  return (
    <Section title={words.auto_update}>
      <Loaded query={query} rows={3} failed={words.failed_auto}>
        {({ auto_update }) => <AutoUpdateSwitch on={auto_update} />}
      </Loaded>
    </Section>
  )
}

function AutoUpdateSwitch({ on }: { on: boolean }) {
  const [words, forms] = [useWords('application'), useWords('forms')]
  const id = useId()
  const may = useStore(session).roles.includes('admin')
  const change = useChange('/api/system/set_auto_update', { refresh: ['/api/system/app_status'] })

  async function set(auto_update: boolean) {
    if (await change.run({ auto_update }))
      toast.success(auto_update ? words.auto_on_done : words.auto_off_done)
  }
  return (
    <>
      <div className={styles.auto}>
        <Switch
          id={id}
          checked={on}
          disabled={!may || change.running}
          aria-describedby={`${id}-note`}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
        <label htmlFor={id}>{words.auto_label}</label>
      </div>
      <p id={`${id}-note`} className={shared.hint}>
        {may ? (on ? words.auto_on : words.auto_off) : forms.read_only}
      </p>
      <ul className={styles.points}>
        <li>{words.auto_signed}</li>
        <li>{words.auto_restart}</li>
        <li>{words.auto_failed}</li>
      </ul>
    </>
  )
}

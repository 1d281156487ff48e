/** The dialog that lists the keys of the check desk and switches them on or off. */
import { useId } from 'react'
import { Switch } from '#src/forms/switch.tsx'
import { useStore } from '#src/lib/store.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './check.module.css'
import { keysOn } from './check-keys-setting.ts'

export function CheckHelp({ onClose }: { onClose: () => void }) {
  const words = useWords('checks')
  const on = useStore(keysOn)
  const hint = useId()
  return (
    <Dialog title={words.help_title} onClose={onClose}>
      <label className={`row gap-10 bold pointer ${styles.switch}`}>
        <Switch
          aria-describedby={hint}
          checked={on}
          onChange={(event) => keysOn.set(event.currentTarget.checked)}
        />
        {words.keys_on}
      </label>
      <p id={hint} className="text-13 ink-2">
        {words.keys_on_hint}
      </p>
      <dl className={`grid above-12 ${styles.help}`} data-off={on ? undefined : ''}>
        {words.help_rows.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/**
 * A field for one time: typed in any usual format, stepped by arrow keys, or its day taken from a calendar.
 */
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { CalendarIcon } from '#src/ui/icons.tsx'
import { Panel } from '#src/ui/panel/panel.tsx'
import { usePanelButton } from '#src/ui/panel/use-panel-button.ts'
import { Calendar } from './calendar.tsx'
import styles from './time-field.module.css'
import { TimeInput } from './time-input.tsx'
import { readTime } from './time-text.ts'

type Props = {
  id: string
  /** The text as typed. */
  text: string
  /** The device's time as a stamp. */
  now: string
  describedBy?: string
  invalid?: boolean | undefined
  disabled?: boolean
  onText: (text: string) => void
}

export function TimeField({ id, text, now, describedBy, invalid, disabled = false, onText }: Props) {
  const words = useWords('range')
  const phone = useStore(mobile)
  const { anchor, open, close, props } = usePanelButton()
  const stamp = readTime(text, 'start', now)
  const day = stamp?.slice(0, 10)
  return (
    <span className={`flex slim relative ${styles.field}`}>
      <TimeInput
        id={id}
        text={text}
        which="start"
        now={now}
        invalid={invalid}
        disabled={disabled}
        {...(describedBy === undefined ? {} : { describedBy })}
        onText={onText}
      />
      <button
        {...props}
        className={`plain center ink-3 round-6 icons-18 ${styles.open}`}
        aria-label={words.open_calendar}
        disabled={disabled}
      >
        <CalendarIcon />
      </button>
      {open && (
        <Panel anchor={anchor} title={words.open_calendar} fills={phone} onClose={close}>
          <Calendar
            today={now.slice(0, 10)}
            start_day={(day ?? now).slice(0, 10)}
            months={1}
            chosen={day === undefined ? undefined : { first: day, last: day }}
            onPick={(picked) => {
              onText(`${picked} ${(stamp ?? now).slice(11)}`)
              close()
            }}
          />
        </Panel>
      )}
    </span>
  )
}

/** Copies one day's blocks to a usual group of days by one press, or to chosen days. */
import { week_days } from '@parking/contract/schedule/schedule-plans.ts'
import { useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useUiWords } from '#src/ui/ui-words.tsx'
import { useWords } from '#src/core/words.ts'
import { useScheduleText } from './schedule-text.ts'
import styles from './schedule.module.css'

export function CopyDay({
  day,
  onClose,
  onCopy,
}: {
  day: number
  onClose: () => void
  onCopy: (days: readonly number[]) => void
}) {
  const words = useWords('schedule').copy
  const ui = useUiWords()
  const say = useScheduleText()
  const [days, setDays] = useState<readonly number[]>([])
  const quick = [
    { word: words.workdays, of: [1, 2, 3, 4, 5] },
    { word: words.weekend, of: [6, 7] },
    { word: words.all, of: [...week_days] },
  ]
  const why = days.length === 0 ? words.none : undefined
  return (
    <Dialog
      title={words.title(say.day(day))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            variant="primary"
            aria-disabled={why !== undefined}
            title={why}
            onClick={() => why === undefined && onCopy(days)}
          >
            {words.act}
          </Button>
        </>
      }
    >
      <p className="flush text-13 ink-2">{words.says}</p>
      <div className={`flex wrap gap-8 ${styles.quick}`}>
        {quick.map(({ word, of }) => (
          <Button key={word} onClick={() => onCopy(of.filter((one) => one !== day))}>
            {word}
          </Button>
        ))}
      </div>
      <div className={`flex wrap ${styles.dayChecks}`}>
        {week_days
          .filter((one) => one !== day)
          .map((one) => (
            <label key={one} className="inline-row gap-6 pointer">
              <input
                type="checkbox"
                checked={days.includes(one)}
                onChange={(event) =>
                  setDays(
                    event.currentTarget.checked
                      ? [...days, one].sort((a, b) => a - b)
                      : days.filter((other) => other !== one),
                  )
                }
              />
              {say.day(one)}
            </label>
          ))}
      </div>
    </Dialog>
  )
}

/** Selects the share of decisions that is sampled. A change is saved at once. */
import { queryClient, useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { toast } from '#src/ui/toast.tsx'
import styles from './results.module.css'

const shares = [0, 1, 2, 5, 10, 20, 50, 100]

export function SampleShare() {
  const words = useWords('accuracy')
  const may = useMayWork()
  const { data } = useCall('/api/parking/get_accuracy_settings', {})
  const change = useChange('/api/parking/update_accuracy_settings', {
    done() {
      toast.success(words.saved)
      void queryClient.invalidateQueries({ queryKey: ['/api/parking/get_accuracy_settings'] })
    },
  })
  if (!data) return null
  const now = data.sample_percent
  return (
    <label className={styles.pick}>
      {words.share}
      <select
        className="input"
        value={now}
        disabled={!may || change.running}
        title={may ? words.share_says : words.role}
        onChange={(event) => void change.run({ sample_percent: Number(event.currentTarget.value) })}
      >
        {(shares.includes(now) ? shares : [...shares, now].toSorted((a, b) => a - b)).map((one) => (
          <option key={one} value={one}>
            {one === 0 ? words.share_none : `${one}%`}
          </option>
        ))}
      </select>
    </label>
  )
}

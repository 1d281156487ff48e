/** Turns the live tail on and off. */
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './live-button.module.css'

export function LiveButton({ live, onChange }: { live: boolean; onChange: (live: boolean) => void }) {
  const words = useWords('log')
  return (
    <Button
      className={styles.live}
      aria-pressed={live}
      title={live ? words.live_on : words.live_off}
      onClick={() => onChange(!live)}
    >
      <span className={styles.lamp} aria-hidden="true" />
      {words.live}
    </Button>
  )
}

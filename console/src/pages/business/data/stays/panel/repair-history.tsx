/** The repairs that users made to a stay, with an undo where it is allowed. */
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { Stay } from './stay-panel.tsx'
import { outdated_stay_calls } from './outdated-stay-calls.ts'
import styles from './repair-history.module.css'

export function RepairHistory({ repairs }: { repairs: Stay['repairs'] }) {
  const words = useWords('stays')
  const undo = useChange('/api/parking/undo_stay_repair', {
    refresh: outdated_stay_calls,
    done: () => toast.success(words.undone),
  })
  return (
    <section>
      <h2 className={styles.title}>{words.repairs}</h2>
      <ol className={styles.history}>
        {repairs.map((repair) => (
          <li key={repair.repair_id} data-undone={repair.undone_str !== '' || undefined}>
            <span>
              {words.repair_line(words.acts[repair.act], repair.username, repair.time_str.slice(5, 16))}
            </span>
            <small>{repair.reason}</small>
            {repair.undone_str !== '' && (
              <small>{words.repair_undone(repair.undone_by, repair.undone_str.slice(5, 16))}</small>
            )}
            {repair.may_undo && (
              <Button
                variant="quiet"
                disabled={undo.running}
                onClick={() => void undo.run({ repair_id: repair.repair_id })}
              >
                {words.undo}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

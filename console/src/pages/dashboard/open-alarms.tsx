/** The number of open alarms, linked to their list. */
import { Link } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './open-alarms.module.css'

export function OpenAlarms() {
  const words = useWords('dashboard')
  // Our call: another device does not have it, and nothing is shown.
  const { data } = useCall('/api/parking/alarms', { page: 1, page_size: 1, open: true }, { every: 15_000 })
  if (!data || data.open === 0) return null
  return (
    <Link className={styles.alarms} to="/business/params?tab=alarm">
      <WarnIcon />
      {words.open_alarms(data.open)}
    </Link>
  )
}

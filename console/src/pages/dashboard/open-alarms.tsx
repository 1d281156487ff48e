/** How many alarms are open, where there are any: the way to them. */
import { Link } from 'react-router'
import { useCall } from '#src/queries.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/words.ts'
import styles from './dashboard.module.css'

export function OpenAlarms() {
  const words = useWords('dashboard')
  // A call of ours: another device has none, and then there is nothing to say.
  const { data } = useCall('/api/parking/alarms', { page: 1, page_size: 1, open: true }, { every: 15_000 })
  if (!data || data.open === 0) return null
  return (
    <Link className={styles.alarms} to="/business/params?tab=alarm">
      <WarnIcon />
      {words.open_alarms(data.open)}
    </Link>
  )
}

/** The name of the worst open alarm and the number of open alarms, linked to their list. */
import { Link } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './open-alarms.module.css'

export function OpenAlarms({ narrow }: { narrow: boolean }) {
  const words = useWords('shell')
  const kinds = useWords('codes').alarm_kind
  // This call is ours; on a device without it nothing is shown.
  const { data } = useCall('/api/parking/alarms', { page: 1, page_size: 1, open: true }, { every: 15_000 })
  const first = data?.list[0]
  if (!data || data.open === 0 || !first) return null
  const name = [kinds[first.kind], first.name].filter(Boolean).join('：')
  const all = words.open_alarms(data.open)
  return (
    <Link
      className={styles.alarms}
      to="/business/params?tab=alarm"
      data-severity={first.severity}
      title={all}
    >
      <WarnIcon />
      <span className={narrow ? 'visually-hidden' : undefined}>{name}</span>
      <b aria-hidden="true">{data.open}</b>
      <span className="visually-hidden">，{all}</span>
    </Link>
  )
}

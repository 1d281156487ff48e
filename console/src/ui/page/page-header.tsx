/** The head of a page: its h1, a hint, and its main action. */
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

export function PageHeader({
  title,
  hint,
  action,
}: {
  title: ReactNode
  hint?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className={`row wrap spread below-16 ${classes['header']}`}>
      <div>
        <h1 className={`ink bold leading-14 ${classes['title']}`}>{title}</h1>
        {hint && <p className={`note ${classes['hint']}`}>{hint}</p>}
      </div>
      {action && <div className={`row wrap gap-8 ${classes['action']}`}>{action}</div>}
    </header>
  )
}

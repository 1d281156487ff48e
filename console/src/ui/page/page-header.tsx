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
    <header className={classes['header']}>
      <div>
        <h1 className={classes['title']}>{title}</h1>
        {hint && <p className={classes['hint']}>{hint}</p>}
      </div>
      {action && <div className={classes['action']}>{action}</div>}
    </header>
  )
}

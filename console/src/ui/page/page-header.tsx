/** The head of a page: its h1, a hint, and its main action. On a phone the bar at the top names the page. */
import { createContext, useContext, type ReactNode } from 'react'
import classes from './page-header.module.css'

const Context = createContext<string | undefined>(undefined)

/** The title that the bar above the page shows; undefined if it shows none. */
export const BarTitleProvider = Context.Provider

export function PageHeader({
  title,
  hint,
  action,
}: {
  title: ReactNode
  hint?: ReactNode
  action?: ReactNode
}) {
  const in_bar = title === useContext(Context)
  return (
    <header className={`row wrap spread below-16 ${classes['header']}`} data-in-bar={in_bar || undefined}>
      <div>
        <h1 className={`ink bold leading-14 ${classes['title']}`}>{title}</h1>
        {hint && <p className={`note ${classes['hint']}`}>{hint}</p>}
      </div>
      {action && <div className={`row wrap gap-8 ${classes['action']}`}>{action}</div>}
    </header>
  )
}

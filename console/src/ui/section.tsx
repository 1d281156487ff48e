/** A white card with a title (h2). */
import { useId, type ReactNode } from 'react'
import classes from './section.module.css'

export function Section({
  title,
  hint,
  action,
  flush = false,
  id: anchor,
  children,
}: {
  title?: ReactNode
  hint?: ReactNode
  action?: ReactNode
  flush?: boolean
  /** The anchor for a page's index; the section can then take the focus. */
  id?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      className={classes['section']}
      aria-labelledby={title ? id : undefined}
    >
      {(title || action) && (
        <div className={classes['head']}>
          <div className={classes['names']}>
            <h2 id={id} className={classes['title']}>
              {title}
            </h2>
            {hint && <p className={classes['hint']}>{hint}</p>}
          </div>
          {action && <div className={classes['action']}>{action}</div>}
        </div>
      )}
      <div className={classes['body']} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}

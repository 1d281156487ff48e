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
      className={`card slim ${classes['section']}`}
      aria-labelledby={title ? id : undefined}
    >
      {(title || action) && (
        <div className={`row wrap spread gap-8-16 line-below ${classes['head']}`}>
          <div className={`flex wrap baseline slim ${classes['names']}`}>
            <h2 id={id} className={`text-15 ink leading-15 ${classes['title']}`}>
              {title}
            </h2>
            {hint && <p className="text-12 ink-3 leading-15">{hint}</p>}
          </div>
          {action && <div className="row wrap gap-8">{action}</div>}
        </div>
      )}
      <div className={classes['body']} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}

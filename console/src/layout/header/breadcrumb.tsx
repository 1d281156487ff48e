/**
 * The breadcrumb (the template of spec §2): the dashboard, then each
 * titled row down to this page; the last is plain text.
 */
import { Link, useLocation } from 'react-router'
import type { RouteRow } from '#src/navigation/route-row.ts'
import { trailOf } from '#src/routes.tsx'
import { useWords } from '#src/core/words.ts'
import classes from './breadcrumb.module.css'

export function Breadcrumb() {
  const words = useWords('shell')
  const trail = trailOf(useLocation().pathname).filter(
    (row): row is RouteRow & { title: NonNullable<RouteRow['title']> } => row.title !== undefined,
  )
  const home = trail[0]?.path !== '/dashboard'
  return (
    <nav aria-label={words.breadcrumb} className={classes['breadcrumb']}>
      <ol>
        {home && (
          <li>
            <Link to="/dashboard">{words.routes.dashboard}</Link>
          </li>
        )}
        {trail.map((row, index) => (
          <li key={row.path}>
            {index === trail.length - 1 ? (
              <span aria-current="page">{words.routes[row.title]}</span>
            ) : (
              <Link to={row.redirect ?? row.path}>{words.routes[row.title]}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

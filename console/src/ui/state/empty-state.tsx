/** Shown for an empty list: a title, a hint, and what to do next. */
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export function EmptyState({
  title,
  children,
  action,
  picture,
  heading = 'h3',
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}) {
  const Heading = heading
  return (
    <div className={`grid gap-6 ink-3 text-center ${classes['empty']}`}>
      {picture}
      <Heading className={classes['title']}>{title}</Heading>
      {children && <div className={`text-14 leading-16 ${classes['body']}`}>{children}</div>}
      {action && <div className={`flex wrap gap-8 above-12 ${classes['action']}`}>{action}</div>}
    </div>
  )
}

/** An empty row of lots at a kerb, for pages of cameras, lots and events that have none yet. */
export function EmptyKerb() {
  return (
    <svg className={classes['picture']} viewBox="0 0 160 88" aria-hidden="true" focusable="false">
      <path className={classes['road']} d="M8 34h144l8 46H0z" />
      <path className={classes['kerb']} d="M8 30h144v5H8z" />
      <path className={classes['line']} d="M34 38l-7 34M62 38l-3 34M98 38l3 34M126 38l7 34" />
      <path className={classes['post']} d="M80 30V12M74 4h12v10H74z" />
      <path className={classes['letter']} d="M78.5 11.5V6.5h2a1.6 1.6 0 0 1 0 3.2h-2" />
    </svg>
  )
}

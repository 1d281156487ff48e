/** Shown when loading failed: what failed, why, and a retry button. */
import type { ReactNode } from 'react'
import { RefreshIcon, WarnIcon } from '../icons.tsx'
import { useUiWords } from '../ui-words.tsx'
import { Button } from '../button/button.tsx'
import classes from './error-state.module.css'

export function ErrorState({
  title,
  children,
  retry,
  retrying = false,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  retry?: () => void
  retrying?: boolean
  action?: ReactNode
}) {
  const words = useUiWords()
  return (
    <div className={classes['error']} role="alert">
      <WarnIcon className={classes['icon']} />
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['body']}>{children}</div>}
      {(retry || action) && (
        <div className={classes['action']}>
          {retry && (
            <Button disabled={retrying} onClick={retry}>
              <RefreshIcon />
              {words.retry}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}

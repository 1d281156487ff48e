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
    <div className={`grid gap-4 text-center ${classes['error']}`} role="alert">
      <WarnIcon className={`below-4 bad ${classes['icon']}`} />
      <p className="text-15 ink bold">{title}</p>
      {children && <div className={`text-14 ink-2 anywhere ${classes['body']}`}>{children}</div>}
      {(retry || action) && (
        <div className="flex gap-8 above-12">
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

/** One button of the editor's toolbar. */
import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

type ToolProps = {
  icon: ReactNode
  label: string
  keys?: string
  bare?: boolean
  brief?: boolean
  first?: boolean
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}

/**
 * `bare`: only the icon is visible. `brief`: only the icon is visible if the row would otherwise wrap. On a
 * phone every tool has its label below its icon, and held upright only the tools that come `first` are shown
 * until a user asks for more.
 */
export function Tool({
  icon,
  label,
  keys,
  bare = false,
  brief = false,
  first = false,
  pressed,
  disabled = false,
  onClick,
}: ToolProps) {
  return (
    <button
      type="button"
      className={`inline-row text-14 ink-2 nowrap round-6 ${styles.tool}`}
      aria-pressed={pressed}
      aria-label={bare ? label : undefined}
      disabled={disabled}
      title={keys ? `${label}（${keys}）` : label}
      data-bare={bare}
      data-brief={brief}
      data-first={first || undefined}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
    </button>
  )
}

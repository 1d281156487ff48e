/** Fields in columns, as many as fit, in the page's order. */
import type { ReactNode } from 'react'
import styles from './form.module.css'

export function Fields({ children }: { children: ReactNode }) {
  return <div className={`grid start ${styles.fields}`}>{children}</div>
}

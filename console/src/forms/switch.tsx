/** A switch based on the native checkbox, so that label, space bar and screen readers work without code. */
import type { ComponentProps } from 'react'
import styles from './switch.module.css'

/** A checkbox reports its own state, so this role needs no aria-checked. */
const as_switch = { type: 'checkbox', role: 'switch', className: styles.switch } as const

export function Switch(attributes: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return <input {...attributes} {...as_switch} />
}

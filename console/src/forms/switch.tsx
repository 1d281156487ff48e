/** On or off, on the native checkbox: the label's click, the space bar and a screen reader work by themselves. */
import type { ComponentProps } from 'react'
import styles from './switch.module.css'

/** A checkbox says itself whether it is on, so a switch made of one needs no aria-checked. */
const as_switch = { type: 'checkbox', role: 'switch', className: styles.switch } as const

export function Switch(attributes: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return <input {...attributes} {...as_switch} />
}

/** On or off, on the native checkbox: the label's click, the space bar and a screen reader work by themselves. */
import type { ComponentProps } from 'react'
import styles from './switch.module.css'

export function Switch(attributes: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return <input {...attributes} type="checkbox" role="switch" className={styles.switch} />
}

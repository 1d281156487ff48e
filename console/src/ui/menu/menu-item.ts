/** An entry of a menu. */
import type { ReactNode } from 'react'

export type MenuItem =
  | {
      kind: 'item'
      label: ReactNode
      icon?: ReactNode
      onPick: () => void
      disabled?: boolean
    }
  /** One option of a group, of which exactly one is chosen. */
  | { kind: 'choice'; label: ReactNode; icon?: ReactNode; chosen: boolean; onPick: () => void; lang?: string }
  | { kind: 'separator' }
  | { kind: 'heading'; label: ReactNode }

/**
 * Draws lots over any picture, in shares of its size: the outlines scale with the picture, the labels do not.
 */
import type { PointerEventHandler, ReactNode } from 'react'
import styles from './lot-overlay.module.css'

export type Shape = {
  readonly key: string
  readonly polygon: readonly (readonly [number, number])[]
  /** Text in the middle of the lot. */
  readonly label?: ReactNode
  /** `new`: proposed position; `old`: previous position; `context`: not affected here. */
  readonly tone: 'new' | 'old' | 'context' | 'occupied' | 'vacant' | 'unknown'
}

type Props = {
  shapes: readonly Shape[]
  /** Width divided by height of the picture below. */ ratio: number
  children: ReactNode
  over?: ReactNode
  onPointerDown?: PointerEventHandler<HTMLDivElement>
  grab?: boolean
}

export function LotOverlay({ shapes, ratio, children, over, onPointerDown, grab = false }: Props) {
  return (
    <div
      className={`full relative clip round-6 ${styles.frame}`}
      style={{ aspectRatio: ratio, maxWidth: `calc((100dvh - 19rem) * ${ratio})` }}
      data-grab={grab}
      onPointerDown={onPointerDown}
    >
      {children}
      <svg
        className={`full clip untouchable cover tall ${styles.lots}`}
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {shapes.map(({ key, polygon, tone }) => (
          <g key={key} data-tone={tone}>
            <polygon className={styles.halo} points={textOf(polygon)} />
            <polygon className={styles.line} points={textOf(polygon)} />
          </g>
        ))}
      </svg>
      {shapes.map(({ key, polygon, tone, label }) => {
        if (label === undefined || polygon.length === 0) return null
        const [x, y] = [0, 1].map((axis) => polygon.reduce((sum, at) => sum + at[axis]!, 0) / polygon.length)
        return (
          <span
            key={key}
            className={`text-12 bold figures nowrap text-center round-4 untouchable ${styles.label}`}
            data-tone={tone}
            style={{ left: `${x! * 100}%`, top: `${y! * 100}%` }}
            aria-hidden="true"
          >
            {label}
          </span>
        )
      })}
      {over}
    </div>
  )
}

const textOf = (polygon: Shape['polygon']): string => polygon.map(([x, y]) => `${x},${y}`).join(' ')

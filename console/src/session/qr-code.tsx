/** A QR code as inline SVG: nothing is fetched, and the Content-Security-Policy allows it. */
import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './second-factor-dialog.module.css'

/** Width of the light margin around the code, in modules; readers need it. */
const margin = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawn(text: string): { path: string; size: number } {
  const code = generate(text)
  const cells = Array.from({ length: code.size * code.size }, (_, at) => ({
    x: at % code.size,
    y: Math.floor(at / code.size),
  }))
  return {
    size: code.size,
    path: cells
      .filter(({ x, y }) => code.get(x, y))
      .map(({ x, y }) => `M${x} ${y}h1v1h-1z`)
      .join(''),
  }
}

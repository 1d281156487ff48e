/** One fact of a camera: its name and its value. */
import type { ReactNode } from 'react'

export function Fact({
  term,
  wide = false,
  children,
}: {
  term: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div data-wide={wide}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

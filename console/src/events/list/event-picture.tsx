/** The picture of an event that is easiest to recognise when small, at the size at which it is shown. */
import { useState, type ReactNode } from 'react'
import { inSize } from '#src/lib/picture-size.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { picturesOf } from '../pictures/event-pictures.tsx'

type Props = {
  event: ParkingEvent
  /** The approximate width at which it is shown. */
  css_px: number
  /** Shown if there is no picture or it cannot be loaded. */
  none: (why: 'none' | 'gone' | 'broken') => ReactNode
}

/** A different picture gets a new element, a new signature does not. */
export const EventPicture = (props: Props) => <Shown key={pathOf(pictureOf(props.event)?.url)} {...props} />

function Shown({ event, css_px, none }: Props) {
  const latest = pictureOf(event)?.url
  // Signed addresses change while the list is polled: the first is kept; when it has expired, the latest is
  // tried.
  const [src, setSrc] = useState(latest)
  const [broken, setBroken] = useState(false)
  if (src === undefined || broken) return none(broken ? 'broken' : event.media_gone ? 'gone' : 'none')
  return (
    <img
      className="cropped"
      src={inSize(src, css_px)}
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      onError={() => (latest !== undefined && latest !== src ? setSrc(latest) : setBroken(true))}
    />
  )
}

function pictureOf(event: ParkingEvent) {
  const pictures = picturesOf(event)
  return (
    pictures.find(({ kind }) => kind === 'car') ??
    pictures.find(({ kind }) => kind === 'image') ??
    pictures[0]
  )
}

const pathOf = (url: string | undefined): string => url?.split('?')[0] ?? ''

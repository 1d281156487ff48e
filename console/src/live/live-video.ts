/**
 * Feeds MP4 fragments to a video element (Media Source Extensions), at the live edge and with a small buffer.
 */

export type LiveVideo = {
  /** Restarts with this codec. */
  open(codec: string): void
  push(bytes: ArrayBuffer): void
  /** How many seconds playback is behind the newest picture received. */
  behind(): number
  close(): void
}

/** In seconds: if playback is more than the first behind, it jumps to the second before the end. */
const [max_behind_s, edge_s] = [1.5, 0.2]
/** Seconds of played video kept in the buffer; it is trimmed once it holds twice as much. */
const kept_s = 10
/**
 * Maximum number of fragments waiting for the browser. Beyond that they are discarded and the video restarts.
 */
const max_waiting = 400

export const canPlay = (codec: string): boolean =>
  codec !== '' && 'MediaSource' in globalThis && MediaSource.isTypeSupported(typeOf(codec))
const typeOf = (codec: string): string => `video/mp4; codecs="${codec}"`

/** `broken` is called if the browser cannot continue with the data it received. */
export function liveVideo(element: HTMLVideoElement, broken: () => void): LiveVideo {
  let source: MediaSource | undefined
  let buffer: SourceBuffer | undefined
  let waiting: ArrayBuffer[] = []
  let address = ''

  function next(): void {
    if (!buffer || buffer.updating || source?.readyState !== 'open') return
    const first = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0
    if (element.currentTime - first > 2 * kept_s) return buffer.remove(first, element.currentTime - kept_s)
    const bytes = waiting.shift()
    if (!bytes) return
    try {
      buffer.appendBuffer(bytes)
    } catch {
      broken()
    }
  }

  function follow(): void {
    const ranges = buffer?.buffered
    if (ranges && ranges.length > 0) {
      const [start, end] = [ranges.start(ranges.length - 1), ranges.end(ranges.length - 1)]
      // Also jumps over a gap: a slow viewer gets no pictures until the next key frame.
      if (element.currentTime < start || end - element.currentTime > max_behind_s)
        element.currentTime = Math.max(start, end - edge_s)
      // A browser that refuses to play rejects here. The picture freezes, and the next attempt follows
      // shortly.
      if (element.paused) element.play().catch(() => undefined)
    }
    next()
  }

  function close(): void {
    waiting = []
    buffer = undefined
    source = undefined
    if (address !== '') URL.revokeObjectURL(address)
    address = ''
    element.removeAttribute('src')
    element.load()
  }

  return {
    open(codec) {
      close()
      const media = new MediaSource()
      source = media
      address = URL.createObjectURL(media)
      element.src = address
      media.addEventListener(
        'sourceopen',
        () => {
          if (source !== media) return
          buffer = media.addSourceBuffer(typeOf(codec))
          buffer.addEventListener('updateend', follow)
          buffer.addEventListener('error', broken)
          next()
        },
        { once: true },
      )
    },
    push(bytes) {
      if (!source) return
      if (waiting.length >= max_waiting) return broken()
      waiting.push(bytes)
      next()
    },
    behind() {
      const ranges = element.buffered
      return ranges.length === 0 ? 0 : Math.max(0, ranges.end(ranges.length - 1) - element.currentTime)
    },
    close,
  }
}

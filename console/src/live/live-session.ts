/**
 * One live view: requests the address, opens the WebSocket, shows what arrives, and reconnects after every
 * failure. Where no WebSocket gets through, it asks for picture after picture. It pauses in a hidden tab.
 */
import type { LiveMessage } from '@parking/contract/live/live.ts'
import type { CameraStep } from '@parking/contract/core/codes.ts'
import { call, outcomeOf, type AnswerAt } from '../core/api.ts'
import { canPlay, liveVideo } from './live-video.ts'
import { askPicture, picture_pause_ms } from './ask-picture.ts'

type View = AnswerAt<'/api/camera/live_view'>
/** Why pictures or nothing is shown instead of video. */
export type Because = Exclude<View['reason'], ''> | 'codec' | 'failed' | 'proxy'
export type LiveState =
  | { at: 'connecting' }
  | { at: 'live'; kind: 'video' | 'pictures'; because: Because | '' }
  | { at: 'interrupted'; step: CameraStep }
  | { at: 'lost' }
  | { at: 'refused'; message: string }
  | { at: 'none'; because: Exclude<Because, 'failed' | 'proxy'> }
  | { at: 'paused' }

type Screen = { video: HTMLVideoElement; picture: HTMLImageElement; show: (state: LiveState) => void }
export type LiveSession = {
  /** Retries at once, with video if the camera has it. */ retry(): void
  /** Seconds behind the newest picture. */ behind(): number
  close(): void
}

const first_wait_ms = 1_000
const longest_wait_ms = 10_000

/** A connecting socket is closed only once it is open; closing it earlier makes the browser log a warning. */
function leave(socket: WebSocket): void {
  socket.onmessage = socket.onclose = null
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

/** Starts the live view; `close` ends it for good. */
export function watchLive(camera_sn: string, { video, picture, show }: Screen): LiveSession {
  let socket: WebSocket | undefined
  let asking: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let because: Because | '' = ''
  let view: View | undefined
  let wait_ms = first_wait_ms
  let seen: 'nothing' | 'something' = 'nothing'
  let kind: 'video' | 'pictures' = 'pictures'
  let way: 'socket' | 'requests' = 'socket'
  const player = liveVideo(video, () => again(0))

  function drop(): void {
    clearTimeout(timer)
    asking?.abort()
    if (socket) leave(socket)
    socket = undefined
    player.close()
  }

  function again(after_ms: number): void {
    drop()
    timer = setTimeout(() => void connect(), after_ms)
  }

  /** Falls back to still pictures of the same camera, if it has them. */
  function fallBack(reason: Exclude<Because, 'proxy'>): void {
    if (!view?.pictures)
      return reason === 'failed' ? undefined : (drop(), show({ at: 'none', because: reason }))
    because = reason
    again(0)
  }

  async function connect(): Promise<void> {
    drop()
    if (document.hidden) return show({ at: 'paused' })
    // A new address for the next pictures interrupts nothing.
    if (way === 'socket') show({ at: 'connecting' })
    seen = 'nothing'
    const controller = new AbortController()
    asking = controller
    const { answer, error } = await outcomeOf(
      call(
        '/api/camera/live_view',
        { camera_sn },
        { quiet: true, signal: controller.signal, repeatable: true },
      ),
    )
    if (controller.signal.aborted) return
    if (error) return error.kind === 'refused' ? show({ at: 'refused', message: error.message }) : lost()
    view = answer
    if (view.kind === 'none')
      return show({ at: 'none', because: view.reason === '' ? 'no_stream' : view.reason })
    if (view.kind === 'pictures') because = view.reason
    const address = new URL(view.url, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    if (because !== '') address.searchParams.set('kind', 'pictures')
    kind = because === '' ? 'video' : 'pictures'
    if (way === 'requests') return askOn(controller.signal)
    const opening = new WebSocket(address)
    socket = opening
    let opened: 'no' | 'yes' = 'no'
    opening.onopen = () => (opened = 'yes')
    opening.binaryType = 'arraybuffer'
    opening.onmessage = ({ data }) =>
      data instanceof ArrayBuffer ? frame(data) : onMessage(JSON.parse(String(data)) as LiveMessage)
    opening.onclose = () => (opened === 'yes' ? lost() : void askOn(controller.signal))
  }

  /** Asks for picture after picture, each by a request of its own, until the address is no longer valid. */
  async function askOn(signal: AbortSignal): Promise<void> {
    const asked = view
    let answers = 0
    while (asked) {
      const jpeg = await askPicture(asked.url, signal)
      if (signal.aborted) return
      if (jpeg === 'expired' && answers > 0) return void connect()
      if (jpeg === 'expired' || jpeg === 'lost') return lost()
      answers++
      ;[way, because, kind] = ['requests', 'proxy', 'pictures']
      if (jpeg instanceof ArrayBuffer) frame(jpeg)
      else show({ at: 'interrupted', step: jpeg.step })
      await new Promise((resolve) => setTimeout(resolve, picture_pause_ms))
      if (signal.aborted) return
    }
  }

  function lost(): void {
    show({ at: 'lost' })
    again(wait_ms)
    wait_ms = Math.min(longest_wait_ms, wait_ms * 2)
  }

  function onMessage(message: LiveMessage): void {
    if (message.kind === 'busy') return fallBack('busy')
    if (message.kind === 'failed') {
      // The camera is reachable but its stream never started; it may still serve still pictures.
      if (
        kind === 'video' &&
        because === '' &&
        seen === 'nothing' &&
        message.step === 'stream' &&
        view?.pictures
      )
        return fallBack('failed')
      return show({ at: 'interrupted', step: message.step })
    }
    kind = message.kind
    if (message.kind === 'pictures') return
    if (!canPlay(message.codec)) return fallBack('codec')
    player.open(message.codec)
  }

  function frame(bytes: ArrayBuffer): void {
    wait_ms = first_wait_ms
    seen = 'something'
    if (kind === 'video') player.push(bytes)
    else {
      const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
      picture.src = address
      picture.onload = picture.onerror = () => URL.revokeObjectURL(address)
    }
    show({ at: 'live', kind, because })
  }

  const onVisibility = () => (document.hidden ? (drop(), show({ at: 'paused' })) : void connect())
  document.addEventListener('visibilitychange', onVisibility)
  void connect()
  return {
    retry() {
      because = ''
      way = 'socket'
      wait_ms = first_wait_ms
      void connect()
    },
    behind: () => player.behind(),
    close() {
      document.removeEventListener('visibilitychange', onVisibility)
      drop()
    },
  }
}

/** Where a camera of the quirk table (quirks/) differs from the standards on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RtspOptions } from '../rtsp/rtsp-server.ts'
import type { CameraContext } from './camera-options.ts'
import type { Element } from './soap.ts'

/** An HTTP answer before it is sent. */
export type HttpAnswer = { status: number; headers: Record<string, string | string[]>; body: Buffer | string }

export type Wire = {
  /** Changes the content of the answer to an action of SOAP. A thrown Fault is the answer. */
  readonly answers?: Readonly<
    Record<string, (content: string, camera: CameraContext, request: Element) => string>
  >
  /** Answers a request by itself and returns true; on false the camera answers as usual. */
  readonly http?: (request: IncomingMessage, response: ServerResponse, camera: CameraContext) => boolean
  /** Writes an answer to the socket itself, for heads and bodies that node:http would not send. */
  readonly send?: (answer: HttpAnswer, response: ServerResponse) => void
  /** Changes the answer to a probe of WS-Discovery, whose text is `probe`; empty for none. */
  readonly probe?: (answer: string, camera: CameraContext, probe: string) => string
  /** Its RTSP server. */
  readonly rtsp?: Partial<RtspOptions>
}

/**
 * Remembers what users' tries measured, so that a camera is not measured a second time when it is added or
 * changed: a slow camera takes longer than the 5 s that the console waits for that (spec §9).
 */
import { createHash } from 'node:crypto'
import type { Measured, OnvifAddress, TypedStreams } from '../ports/camera-port.ts'
import type { MeasuredCommon, Source } from './take-picture.ts'

/** The timeout of a try, for which the console waits 30 s. */
export const try_ms = 15_000

/** What a try of the calling user has just measured; undefined if the camera has to be measured. */
export type Tried = {
  onvif(address: OnvifAddress, typed: TypedStreams | undefined): Measured | undefined
  common(source: Source): MeasuredCommon | undefined
}
export const nothing_tried: Tried = { onvif: () => undefined, common: () => undefined }

/** For how long a user may look at the picture of a try before saving. */
const valid_ms = 120_000
/** Each holds a picture. */
const max_kept = 16

export class TriedCameras {
  readonly #mono: () => number
  /** By a hash of the user and the connection, which contains a password; oldest first. */
  readonly #kept = new Map<string, { measured: Measured | MeasuredCommon; at_ms: number }>()

  /** `mono`: a monotonic clock in milliseconds. */
  constructor(mono: () => number = () => performance.now()) {
    this.#mono = mono
  }

  keepOnvif(who: string, address: OnvifAddress, typed: TypedStreams | undefined, measured: Measured): void {
    this.#keep(onvifKey(who, address, typed), measured)
  }

  keepCommon(who: string, source: Source, measured: MeasuredCommon): void {
    this.#keep(commonKey(who, source), measured)
  }

  /** The tries of one user. Each is returned once. */
  of(who: string): Tried {
    return {
      onvif: (address, typed) => this.#take(onvifKey(who, address, typed)) as Measured | undefined,
      common: (source) => this.#take(commonKey(who, source)) as MeasuredCommon | undefined,
    }
  }

  #keep(key: string, measured: Measured | MeasuredCommon): void {
    for (const [old, { at_ms }] of this.#kept)
      if (this.#kept.size >= max_kept || this.#mono() - at_ms >= valid_ms) this.#kept.delete(old)
    this.#kept.delete(key)
    this.#kept.set(key, { measured, at_ms: this.#mono() })
  }

  #take(key: string): Measured | MeasuredCommon | undefined {
    const found = this.#kept.get(key)
    this.#kept.delete(key)
    return found && this.#mono() - found.at_ms < valid_ms ? found.measured : undefined
  }
}

const onvifKey = (
  who: string,
  { ipv4, onvif_port, username, password, server_trust = '', source_token = '' }: OnvifAddress,
  { stream_url_main, stream_url_sub }: TypedStreams = { stream_url_main: '', stream_url_sub: '' },
) => {
  const streams = [stream_url_main, stream_url_sub]
  return hashOf(['onvif', who, ipv4, onvif_port, username, password, server_trust, source_token, ...streams])
}

const commonKey = (who: string, source: Source) =>
  hashOf([
    'common',
    who,
    source.frame_url,
    source.stream_url_main,
    source.stream_url_sub,
    source.username,
    source.password,
    source.server_trust ?? '',
  ])

const hashOf = (values: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex')

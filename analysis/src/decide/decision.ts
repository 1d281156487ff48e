/** The events that the decision produces, and their uuids. */
import { createHash } from 'node:crypto'
import type { event_type } from '@parking/contract/core/codes.ts'
import type { Box } from '../look/boxes.ts'
import type { LotLook, PlateColor } from '../look/look.ts'

type EventTypes = typeof event_type
export type DecisionType = EventTypes['initial_entry' | 'entry' | 'update' | 'exit']

export type Decision = {
  readonly uuid: string
  readonly camera_sn: string
  readonly scene_id: string
  readonly lot_no: string
  readonly cell: number
  readonly event_type: DecisionType
  /** When the event happened: the time of the first look that showed it. */
  readonly event_time: number
  /** The time of the last look with evidence before the event; 0 if unknown. */
  readonly not_before: number
  /** The time of the look at which the event was decided. */
  readonly decided: number
  /** Empty unless the voted plate passes `auto_plate_th` and `auto_plate_ch_th`. */
  readonly plate_number: string
  readonly plate_color: PlateColor
  /** 0 to 1. */
  readonly confidence: number
  /** The belief at the decision: the probability that the event is right, 0 to 1. */
  readonly belief: number
  readonly pictures: Pictures
}

/** Times of the looks that show the event, and the boxes in their pictures. */
export type Pictures = {
  /** The whole picture. */
  readonly image: number
  /** The vehicle, in the picture of the look that shows it best. */
  readonly car?: { readonly time: number; readonly box: Box }
  readonly plate?: { readonly time: number; readonly box: Box }
  /** For an exit: the last look with the vehicle, used if the picture of `car` is no longer kept. */
  readonly last?: { readonly time: number; readonly box: Box }
}

/** The namespace of the uuids. It must never change, or repeated events would get different uuids. */
const namespace = Buffer.from('6f0b7d3e5c1a4f7f9d1e2b8a40c35e71', 'hex')

/** A name-based UUID (RFC 9562, version 5): the same looks give events with the same uuids. */
export function uuidOf(
  camera_sn: string,
  { scene_id, lot_no, cell }: Pick<LotLook, 'scene_id' | 'lot_no' | 'cell'>,
  event_type: number,
  event_time: number,
): string {
  const name = JSON.stringify([camera_sn, scene_id, lot_no, cell, event_type, event_time])
  const hash = createHash('sha1').update(namespace).update(name).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const text = hash.toString('hex')
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20, 32),
  ].join('-')
}

/**
 * The facts that can be drawn on evidence (spec §3, on-screen text), and the positions of the lots in the
 * picture.
 */
import type { Params, plate_color } from '@parking/contract'

export type EventParam = Params['event_param']
export type PlateColor = (typeof plate_color)[number]

/** A lot; its corners are shares of the picture, from 0 to 1. */
export type EvidenceLot = {
  readonly lot_no: string
  readonly polygon: readonly (readonly [number, number])[]
}

export type EvidenceFacts = {
  /** `YYYY-MM-DD HH:mm:ss` in the device's time zone. */
  readonly time_str: string
  readonly host_name: string
  readonly camera_name: string
  readonly address: string
  /** The lot of the event; empty if there is none. */
  readonly lot_no: string
  readonly plate_number: string
  readonly plate_color: string
  /** With plates of Taiwan, colours are named in traditional characters. */
  readonly script: 'zh' | 'tw'
  readonly lots: readonly EvidenceLot[]
  /** Left, top, right and bottom of the plate as shares of the picture, from 0 to 1, if known. */
  readonly plate_box?: readonly [number, number, number, number]
}

/**
 * The name of a plate colour in both scripts. It is written on pictures, so it does not depend on the
 * console's language.
 */
const colours: Record<PlateColor, readonly [zh: string, tw: string]> = {
  unknown: ['', ''],
  blue: ['蓝色', '藍色'],
  yellow: ['黄色', '黃色'],
  white: ['白色', '白色'],
  black: ['黑色', '黑色'],
  green: ['绿色', '綠色'],
  gradient_green: ['渐变绿', '漸層綠'],
  yellow_green: ['黄绿双拼', '黃綠雙色'],
  red: ['红色', '紅色'],
  farm_yellow: ['农用黄', '農用黃'],
  farm_green: ['农用绿', '農用綠'],
  blue_white: ['蓝底白字', '藍底白字'],
  white_black: ['白底黑字', '白底黑字'],
  white_red: ['白底红字', '白底紅字'],
  green_white: ['绿底白字', '綠底白字'],
  yellow_black: ['黄底黑字', '黃底黑字'],
  red_white: ['红底白字', '紅底白字'],
  ev_green_border: ['电动车绿框', '電動車綠框'],
  other: ['其他', '其他'],
}

/** Empty for an unknown colour. */
export const colourWord = (colour: string, script: 'zh' | 'tw'): string =>
  colours[colour as PlateColor]?.[script === 'zh' ? 0 : 1] ?? ''

/**
 * A look as a line of a recording, and back without any loss: the replay must decide on what the program
 * decided on. Brightness is stored as the difference to the look before, which deflates to a third.
 */
import type { Appearance, Look, LotLook } from '../look/look.ts'
import { keyOf } from '../look/look.ts'

/** Written as characters from here on, so that small differences are printable. */
const first_char = 35
const colour_scale = 1000

/** Brightness as a text, or as it is where it is no list of bytes. */
type PackedLuma = string | readonly number[]
/** Pairs of position and thousandths, or as they are; the first entry tells the two apart. */
type PackedColours = { readonly of: number; readonly pairs: readonly number[] } | readonly number[]
type PackedLot = Omit<LotLook, 'appearance'> & {
  readonly appearance?: { readonly luma: PackedLuma; readonly colours: PackedColours }
}
export type PackedLook = Omit<Look, 'camera_sn' | 'lots'> & { readonly lots: readonly PackedLot[] }

/** Packs, or unpacks, the looks of one recording in their order: each line refers to those before it. */
export type LookPacker = { readonly pack: (look: Look) => PackedLook }
export type LookUnpacker = { readonly unpack: (packed: PackedLook) => Look }

export function lookPacker(): LookPacker {
  const before = new Map<string, readonly number[]>()
  return {
    pack({ camera_sn: _, lots, ...look }) {
      return {
        ...look,
        lots: lots.map(({ appearance, ...lot }): PackedLot => {
          if (!appearance) return lot
          const key = keyOf(lot)
          const luma = packedLuma(appearance.luma, before.get(key))
          before.set(key, appearance.luma)
          return { ...lot, appearance: { luma, colours: packedColours(appearance.colours) } }
        }),
      }
    },
  }
}

export function lookUnpacker(camera_sn: string): LookUnpacker {
  const before = new Map<string, readonly number[]>()
  return {
    unpack({ lots, ...look }) {
      return {
        camera_sn,
        ...look,
        lots: lots.map(({ appearance, ...lot }): LotLook => {
          if (!appearance) return lot
          const key = keyOf(lot)
          const luma = unpackedLuma(appearance.luma, before.get(key))
          before.set(key, luma)
          return { ...lot, appearance: { luma, colours: unpackedColours(appearance.colours) } }
        }),
      }
    },
  }
}

const isByte = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255

function packedLuma(luma: readonly number[], before: readonly number[] | undefined): PackedLuma {
  if (!luma.every(isByte)) return luma
  // Where the look before was no list of bytes, its differences need not be whole.
  const base = before?.length === luma.length && before.every(isByte) ? before : undefined
  return String.fromCharCode(
    ...luma.map((value, at) => {
      const difference = (((value - (base?.[at] ?? 0)) % 256) + 384) % 256
      const signed = difference - 128
      return first_char + (signed >= 0 ? signed * 2 : -signed * 2 - 1)
    }),
  )
}

function unpackedLuma(packed: PackedLuma, before: readonly number[] | undefined): readonly number[] {
  if (typeof packed !== 'string') return packed
  const base = before?.length === packed.length && before.every(isByte) ? before : undefined
  return Array.from({ length: packed.length }, (_, at) => {
    const code = packed.charCodeAt(at) - first_char
    const signed = code % 2 === 0 ? code / 2 : -(code + 1) / 2
    return ((base?.[at] ?? 0) + signed + 512) % 256
  })
}

function packedColours(colours: Appearance['colours']): PackedColours {
  const whole = colours.map((share) => Math.round(share * colour_scale))
  if (!colours.every((share, at) => Object.is(share, whole[at]! / colour_scale))) return colours
  return { of: colours.length, pairs: whole.flatMap((value, at) => (value === 0 ? [] : [at, value])) }
}

function unpackedColours(packed: PackedColours): readonly number[] {
  if (!('of' in packed)) return packed
  const colours = Array.from({ length: packed.of }, () => 0)
  for (let at = 0; at < packed.pairs.length; at += 2)
    colours[packed.pairs[at]!] = packed.pairs[at + 1]! / colour_scale
  return colours
}

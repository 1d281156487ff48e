/**
 * Packs a look into a line of a recording, and unpacks it without loss: the replay must see exactly what the
 * program saw. Brightness and colours are stored as differences to the previous look, which compress to a
 * third.
 */
import { type Appearance, type Look, type LotLook, keyOf } from '../look/look.ts'

/** Values are written as characters from this code on, so that small differences are printable. */
const first_char = 35

/** Bytes as a text, or the values unchanged if they are not bytes. */
type PackedBytes = string | readonly number[]
type PackedLot = Omit<LotLook, 'appearance'> & {
  readonly appearance?: Omit<Appearance, 'luma' | 'colours'> & {
    readonly luma: PackedBytes
    readonly colours: PackedBytes
  }
}
export type PackedLook = Omit<Look, 'camera_sn' | 'lots'> & { readonly lots: readonly PackedLot[] }

/** Packs or unpacks the looks of one recording in order: each line refers to the lines before it. */
export type LookPacker = { readonly pack: (look: Look) => PackedLook }
export type LookUnpacker = { readonly unpack: (packed: PackedLook) => Look }

export function lookPacker(): LookPacker {
  const before = new Map<string, Pick<Appearance, 'luma' | 'colours'>>()
  return {
    pack({ camera_sn: _, lots, ...look }) {
      return {
        ...look,
        lots: lots.map(({ appearance, ...lot }): PackedLot => {
          if (!appearance) return lot
          const key = keyOf(lot)
          const last = before.get(key)
          before.set(key, appearance)
          const luma = packedBytes(appearance.luma, last?.luma)
          const colours = packedBytes(appearance.colours, last?.colours)
          return { ...lot, appearance: { ...appearance, luma, colours } }
        }),
      }
    },
  }
}

export function lookUnpacker(camera_sn: string): LookUnpacker {
  const before = new Map<string, Pick<Appearance, 'luma' | 'colours'>>()
  return {
    unpack({ lots, ...look }) {
      return {
        camera_sn,
        ...look,
        lots: lots.map(({ appearance, ...lot }): LotLook => {
          if (!appearance) return lot
          const key = keyOf(lot)
          const last = before.get(key)
          const luma = unpackedBytes(appearance.luma, last?.luma)
          const colours = unpackedBytes(appearance.colours, last?.colours)
          before.set(key, { luma, colours })
          return { ...lot, appearance: { ...appearance, luma, colours } }
        }),
      }
    },
  }
}

const isByte = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255

function packedBytes(values: readonly number[], before: readonly number[] | undefined): PackedBytes {
  if (!values.every(isByte)) return values
  // If the previous look was not a list of bytes, the differences might not be integers.
  const base = before?.length === values.length && before.every(isByte) ? before : undefined
  return String.fromCharCode(
    ...values.map((value, at) => {
      const difference = (((value - (base?.[at] ?? 0)) % 256) + 384) % 256
      const signed = difference - 128
      return first_char + (signed >= 0 ? signed * 2 : -signed * 2 - 1)
    }),
  )
}

function unpackedBytes(packed: PackedBytes, before: readonly number[] | undefined): readonly number[] {
  if (typeof packed !== 'string') return packed
  const base = before?.length === packed.length && before.every(isByte) ? before : undefined
  return Array.from({ length: packed.length }, (_, at) => {
    const code = packed.charCodeAt(at) - first_char
    const signed = code % 2 === 0 ? code / 2 : -(code + 1) / 2
    return ((base?.[at] ?? 0) + signed + 512) % 256
  })
}

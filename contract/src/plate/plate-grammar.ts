/** What a plate may look like on the mainland and in Taiwan (notes on plates, 5.1 and 5.2): why a reading cannot be one, and which readings that look like it could be. It warns; it never rewrites, and holds nothing back. */
import type { plate_color } from '../core/codes.ts'
import { formsOf, places, type PlateForm, type PlateKind, type PlatePlace } from './plate-forms.ts'
import { lookAlikesOf } from './plate-look-alikes.ts'

/** One thing that keeps a reading from being a plate. `at` counts characters from 0; `by` is how many there are too few or too many. */
export type PlateIssue =
  | { what: 'character'; at: number; is: string; expected: PlatePlace }
  | { what: 'too_short' | 'too_long'; by: number }

export type PlateFacts = {
  /** Its characters alone: upper case, without spaces, dots and dashes. */
  plate: string
  /** Undefined where it fits no form. */
  kind: PlateKind | undefined
  /** Empty where it fits. */
  issues: PlateIssue[]
  /** Plates that fit and that look like it, the likeliest first. */
  suggestions: string[]
}

/** The characters of a plate alone: upper case, full-width forms folded, without spaces, dots and dashes. Which letter it is stays as it was read. */
export const barePlate = (plate: string): string =>
  plate
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s·•・‧.\-_]/g, '')

/** By how much the forms of a plate type fit a reading, why not, and what would. `type` is `alg_param.plate_type`. */
export function plateFacts(plate: string, type: number): PlateFacts {
  const bare = barePlate(plate)
  const characters = [...bare]
  const forms = formsOf(type)
  const same = forms.filter((form) => form.places.length === characters.length)
  const fitting = same.find((form) => fits(form, characters))
  const base = { plate: bare, suggestions: suggestionsFor(characters, same) }
  if (fitting) return { ...base, kind: fitting.kind, issues: [] }
  const nearest = same.toSorted((a, b) => missesOf(a, characters).length - missesOf(b, characters).length)[0]
  return {
    ...base,
    kind: undefined,
    issues: nearest ? missesOf(nearest, characters) : wrongLength(characters, forms),
  }
}

/** Why somebody should look at a plate, apart from how sure the camera was; undefined where nothing speaks against it. */
export function plateDoubt(plate: string, type: number): PlateDoubt | undefined {
  const characters = [...barePlate(plate)]
  if (characters.length === 0) return 'empty'
  const fitting = formsOf(type).filter(
    (form) => form.places.length === characters.length && fits(form, characters),
  )
  if (fitting.length === 0) return 'no_grammar'
  return fitting.every(({ reserved }) => reserved) ? 'reserved_letter' : undefined
}
export const plate_doubts = ['empty', 'no_grammar', 'reserved_letter'] as const
export type PlateDoubt = (typeof plate_doubts)[number]

type Color = (typeof plate_color)[number]
const new_energy_colors: readonly Color[] = ['green', 'gradient_green', 'yellow_green', 'farm_green']

/**
 * False where a mainland plate of this kind does not hang on a ground of this colour: new energy is green and has eight characters, blue has seven.
 * A colour that is not known speaks against nothing; of Taiwan's the sources disagree, so that none is held against a plate.
 */
export function plateColorFits(kind: PlateKind | undefined, color: string): boolean {
  if (kind === undefined || !(color in grounds)) return true
  const green = new_energy_colors.includes(color as Color)
  if (kind === 'nev_small' || kind === 'nev_large') return green
  if (kind === 'civil') return !green || color === 'farm_green'
  return grounds[color]?.includes(kind) ?? true
}

/** Grounds that only some kinds have (GA 36); the greens are told apart above. */
const grounds: Readonly<Record<string, readonly PlateKind[] | undefined>> = {
  blue: ['civil', 'oversize', 'test'],
  yellow: ['civil', 'trailer', 'training', 'test', 'oversize'],
  white: ['police', 'armed_police', 'army', 'test', 'civil'],
  black: ['consulate', 'embassy', 'hong_kong', 'macau', 'civil'],
  green: ['nev_small', 'nev_large', 'aviation'],
  gradient_green: [],
  yellow_green: [],
  farm_green: [],
}

/** Whether all characters may stand where they do. Both have the same length. */
const fits = (form: PlateForm, characters: readonly string[]): boolean =>
  form.places.every((place, at) => places[place].includes(characters[at] ?? ''))

/** Every place of a form that its character cannot stand in. Both have the same length. */
function missesOf(
  form: PlateForm,
  characters: readonly string[],
): Extract<PlateIssue, { what: 'character' }>[] {
  return characters.flatMap((is, at) => {
    const expected = form.places[at]
    return expected === undefined || places[expected].includes(is)
      ? []
      : [{ what: 'character' as const, at, is, expected }]
  })
}

/** Held against the first form, the usual one, so that what stands wrong before the end is said too. */
function wrongLength(characters: readonly string[], forms: readonly PlateForm[]): PlateIssue[] {
  const lengths = forms.map((form) => form.places.length)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  const usual = forms[0]
  if (!usual) return []
  const length: PlateIssue =
    characters.length < least
      ? { what: 'too_short', by: usual.places.length - characters.length }
      : { what: 'too_long', by: characters.length - most }
  return characters.length === 0
    ? [length]
    : [...missesOf(usual, characters.slice(0, usual.places.length)), length]
}

/** One character taken for another; two only where one alone does not help. A form that the reading fits already may still have been another plate: 8 is as good there as B. */
function suggestionsFor(characters: readonly string[], forms: readonly PlateForm[]): string[] {
  const found = forms.flatMap((form) => {
    const misses = missesOf(form, characters)
    if (misses.length > 2) return []
    const made =
      misses.length > 0
        ? fillings(
            form,
            characters,
            misses.map(({ at }) => at),
          )
        : characters.flatMap((_, at) => fillings(form, characters, [at]))
    return made.map((plate) => ({ plate, changes: Math.max(1, misses.length), reserved: form.reserved }))
  })
  const fewest = Math.min(...found.map(({ changes }) => changes))
  const best = found
    .filter(({ changes }) => changes === fewest)
    .toSorted((a, b) => Number(a.reserved) - Number(b.reserved))
  return [...new Set(best.map(({ plate }) => plate))]
}

/** The reading with look-alikes that may stand there in all of these places. */
function fillings(form: PlateForm, characters: readonly string[], at: readonly number[]): string[] {
  return at
    .reduce<string[][]>(
      (made, place) => {
        const expected = form.places[place]
        const may =
          expected === undefined
            ? []
            : lookAlikesOf(characters[place] ?? '').filter((other) => places[expected].includes(other))
        return made.flatMap((one) => may.map((other) => one.with(place, other)))
      },
      [[...characters]],
    )
    .map((one) => one.join(''))
}

/**
 * Checks a recognised plate against the forms of the mainland and Taiwan, and suggests similar valid plates.
 * The result is a warning: it never changes a plate and never holds an event back.
 */
import { plate_type } from '../core/codes.ts'
import {
  asFormWrites,
  fitsForm,
  fittingForm,
  formsOf,
  type PlateForm,
  type PlateKind,
  type PlatePlace,
} from './plate-forms.ts'
import { lookAlikesOf } from './plate-look-alikes.ts'

/**
 * One reason why a reading is not a plate. `at` is the index of a character, from 0; `by` is the number of
 * missing or extra characters.
 */
export type PlateIssue =
  | { what: 'character'; at: number; is: string; expected: PlatePlace }
  | { what: 'too_short' | 'too_long'; by: number }

export type PlateFacts = {
  /** The characters only: upper case, without spaces, dots and dashes. */
  plate: string
  /** Undefined if it fits no form. */
  kind: PlateKind | undefined
  /** Empty if it fits. */
  issues: PlateIssue[]
  /** Valid plates that look similar, most likely first. */
  suggestions: string[]
}

/** Dots and dashes of every kind, for a character class. */
export const plate_dashes = String.raw`·•∙⋅・‧.。_−─━ー\p{Pd}`
/** What people and programs write around and between the characters of a plate, for a character class. */
export const plate_separators = String.raw`\s\p{Cf}\p{M}${plate_dashes}()[\]{}<>《》「」【】"'“”‘’/\\|,;:、，；：`
const separators = new RegExp(`[${plate_separators}]`, 'gu')

/**
 * The form in which plates are compared, stored and searched: the characters only, in upper case, with
 * full-width forms folded, without spaces, dots and dashes. Letters are not replaced.
 */
export const barePlate = (plate: string): string =>
  plate.normalize('NFKC').toUpperCase().replace(separators, '')

/**
 * What a user means who types a plate: one that fits a form only if O is 0, I is 1 or a character is in the
 * other script is written as this form writes it. No other character is replaced.
 */
export function typedPlate(typed: string): string {
  const bare = barePlate(typed)
  const characters = [...bare]
  for (const forms of [usual_forms, doubtful_forms]) {
    if (forms.some((form) => fitsForm(form, characters))) return bare
    for (const form of forms) {
      const written = asFormWrites(form, characters)
      if (written !== undefined) return written
    }
  }
  return bare
}
const all_forms = [plate_type.mainland, plate_type.taiwan].flatMap(formsOf)
const usual_forms = all_forms.filter(({ reserved }) => !reserved)
const doubtful_forms = all_forms.filter(({ reserved }) => reserved)

/**
 * The form that a reading fits, or its issues, and similar valid plates. `type` is `alg_param.plate_type`.
 */
export function plateFacts(plate: string, type: number): PlateFacts {
  const bare = barePlate(plate)
  const characters = [...bare]
  const forms = formsOf(type)
  const same = forms.filter((form) => form.places.length === characters.length)
  const fitting = fittingForm(characters, type)
  const base = { plate: bare, suggestions: suggestionsFor(characters, same) }
  if (fitting) return { ...base, kind: fitting.kind, issues: [] }
  const nearest = same.toSorted((a, b) => missesOf(a, characters).length - missesOf(b, characters).length)[0]
  return {
    ...base,
    kind: undefined,
    issues: nearest ? missesOf(nearest, characters) : wrongLength(characters, forms),
  }
}

/** Why a plate is doubtful, apart from the confidence of the camera; undefined if it is not. */
export function plateDoubt(plate: string, type: number): PlateDoubt | undefined {
  const characters = [...barePlate(plate)]
  if (characters.length === 0) return 'empty'
  const fitting = formsOf(type).filter((form) => fitsForm(form, characters))
  if (fitting.length === 0) return 'no_grammar'
  return fitting.every(({ reserved }) => reserved) ? 'reserved_letter' : undefined
}
export const plate_doubts = ['empty', 'no_grammar', 'reserved_letter'] as const
export type PlateDoubt = (typeof plate_doubts)[number]

/** Every place whose character is not allowed there. Both have the same length. */
function missesOf(
  form: PlateForm,
  characters: readonly string[],
): Extract<PlateIssue, { what: 'character' }>[] {
  return characters.flatMap((is, at) => {
    const expected = form.places[at]
    return expected === undefined || expected.allowed.includes(is)
      ? []
      : [{ what: 'character' as const, at, is, expected }]
  })
}

/**
 * Compares with the first form, the most common one, so that wrong characters before the end are reported
 * too.
 */
function wrongLength(characters: readonly string[], forms: readonly PlateForm[]): PlateIssue[] {
  const lengths = forms.map((form) => form.places.length)
  const [min_length, max_length] = [Math.min(...lengths), Math.max(...lengths)]
  const usual = forms[0]
  if (!usual) return []
  const length: PlateIssue =
    characters.length < min_length
      ? { what: 'too_short', by: usual.places.length - characters.length }
      : { what: 'too_long', by: characters.length - max_length }
  return characters.length === 0
    ? [length]
    : [...missesOf(usual, characters.slice(0, usual.places.length)), length]
}

/**
 * Replaces one look-alike, or two if one is not enough. A reading that fits a form may still be another
 * plate, because 8 is allowed wherever B is.
 */
function suggestionsFor(characters: readonly string[], forms: readonly PlateForm[]): string[] {
  const found = forms.flatMap((form) => {
    const misses = missesOf(form, characters)
    if (misses.length > 2) return []
    const variants =
      misses.length > 0
        ? variantsAt(
            form,
            characters,
            misses.map(({ at }) => at),
          )
        : characters.flatMap((_, at) => variantsAt(form, characters, [at]))
    return variants.map((plate) => ({ plate, changes: Math.max(1, misses.length), reserved: form.reserved }))
  })
  const fewest = Math.min(...found.map(({ changes }) => changes))
  const best = found
    .filter(({ changes }) => changes === fewest)
    .toSorted((a, b) => Number(a.reserved) - Number(b.reserved))
  return [...new Set(best.map(({ plate }) => plate))]
}

/** The variants of a reading with allowed look-alikes at all of these places. */
function variantsAt(form: PlateForm, characters: readonly string[], at: readonly number[]): string[] {
  return at
    .reduce<string[][]>(
      (variants, place) => {
        const expected = form.places[place]
        const allowed =
          expected === undefined
            ? []
            : lookAlikesOf(characters[place] ?? '').filter((other) => expected.allowed.includes(other))
        return variants.flatMap((one) => allowed.map((other) => one.with(place, other)))
      },
      [[...characters]],
    )
    .map((one) => one.join(''))
}

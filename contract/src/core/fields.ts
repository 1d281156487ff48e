/** The kinds of fields in bodies and answers. The console decides how a kind is shown on the screen. */
import * as z from 'zod/mini'
import {
  hasControl,
  hostPortOf,
  isHost,
  isIpv4,
  isNetmask,
  isUrl,
  latitudeIssue,
  longitudeIssue,
  type IssueKind,
} from './rules.ts'

/** Turns a rule of rules.ts into a check of a schema. */
/*@__NO_SIDE_EFFECTS__*/
export const rule = <T>(issueOf: (value: T) => IssueKind | undefined) =>
  z.check<T>((payload) => {
    const issue = issueOf(payload.value)
    if (issue) payload.issues.push({ code: 'custom', input: payload.value, message: issue })
  })

const one_line = z.refine<string>((written) => !hasControl(written), { error: 'control_character' })

/**
 * A text of one line and at most `max` characters, which may be empty. Other programs write it into headers,
 * commands and lines of their own (HTTP, MQTT, mail, syslog, CSV, the platform's body).
 */
/*@__NO_SIDE_EFFECTS__*/
export const text = (max: number) => z.string().check(z.maxLength(max), one_line)

/** A text of one line that must not be empty. */
/*@__NO_SIDE_EFFECTS__*/
export const filled = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), one_line)

/**
 * A text of several lines, which may be empty: a comment, a PEM file, the words of a peer. Line feeds and
 * tabs are its only control characters.
 */
/*@__NO_SIDE_EFFECTS__*/
export const lines = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((written) => !hasControl(written.replace(/[\t\n]/g, ' ')), { error: 'control_character' }),
  )

/**
 * Write-only: an answer contains an empty string and `<name>_set`; an empty string in a body keeps the stored
 * secret.
 */
/*@__NO_SIDE_EFFECTS__*/
export const secret = (max = 256) => z.string().check(z.maxLength(max), one_line, z.meta({ secret: true }))

/** A whole number in a range, both ends included; `unit` is shown next to the field. */
/*@__NO_SIDE_EFFECTS__*/
export const whole = (min: number, max: number, unit?: string) =>
  z.int().check(z.gte(min), z.lte(max), z.meta({ unit }))

/** A number in a range, both ends included. */
/*@__NO_SIDE_EFFECTS__*/
export const decimal = (min: number, max: number, unit?: string) =>
  z.number().check(z.gte(min), z.lte(max), z.meta({ unit }))

/** One number from a table of codes. */
/*@__NO_SIDE_EFFECTS__*/
export const coded = <const T extends Record<string, number>>(table: T) =>
  z.literal(Object.values(table) as [T[keyof T], ...T[keyof T][]]).check(z.meta({ codes: table }))

/** A code that a device may extend (spec §4: "any other"); the table lists the known codes. */
/*@__NO_SIDE_EFFECTS__*/
export const openCoded = (table: Record<string, number>) =>
  z.int().check(z.gte(-1), z.lte(99), z.meta({ codes: table }))

/** `YYYY-MM-DD HH:mm:ss` in the device's own zone (spec §9). */
/*@__NO_SIDE_EFFECTS__*/
export const stamp = () =>
  z.string().check(
    z.refine((text) => isStamp(text), { error: 'time' }),
    z.meta({ format: 'stamp' }),
  )

/** Whether a text is a real moment in the format of spec §9; 2026-02-30 is not. */
export function isStamp(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A stamp, or an empty text if it has not happened yet. */
/*@__NO_SIDE_EFFECTS__*/
export const stampOrEmpty = () =>
  z.string().check(z.refine((text) => text === '' || isStamp(text), { error: 'time' }))

/*@__NO_SIDE_EFFECTS__*/
export const longitude = () =>
  z.number().check(rule(longitudeIssue), z.meta({ minimum: 0, maximum: 180, unit: '°' }))
/*@__NO_SIDE_EFFECTS__*/
export const latitude = () =>
  z.number().check(rule(latitudeIssue), z.meta({ minimum: 0, maximum: 90, unit: '°' }))
/*@__NO_SIDE_EFFECTS__*/
export const ipv4 = () =>
  z.string().check(
    z.refine((text) => isIpv4(text), { error: 'ipv4' }),
    z.meta({ format: 'ipv4' }),
  )
/*@__NO_SIDE_EFFECTS__*/
export const netmask = () => z.string().check(z.refine((text) => isNetmask(text), { error: 'netmask' }))
/*@__NO_SIDE_EFFECTS__*/
export const host = () =>
  z.string().check(
    z.minLength(1),
    z.refine((text) => isHost(text), { error: 'host' }),
  )
/** A host with or without a port: `ntp.example.com`, `192.0.2.1:1123`. */
/*@__NO_SIDE_EFFECTS__*/
export const hostPort = () =>
  z.string().check(
    z.minLength(1),
    z.refine((text) => text === '' || hostPortOf(text) !== undefined, { error: 'host' }),
  )
/** A host with or without a port, or empty. */
/*@__NO_SIDE_EFFECTS__*/
export const hostPortOrEmpty = () =>
  z.string().check(z.refine((text) => text === '' || hostPortOf(text) !== undefined, { error: 'host' }))
/*@__NO_SIDE_EFFECTS__*/
export const port = () => whole(1, 65535)

/** An absolute URL of the given schemes, or empty. */
/*@__NO_SIDE_EFFECTS__*/
export const urlOrEmpty = (...schemes: string[]) =>
  z.string().check(
    z.maxLength(500),
    z.refine((text) => text === '' || isUrl(text, schemes), { error: 'url' }),
    z.meta({ schemes }),
  )

/** A JSON object as text, or empty. */
/*@__NO_SIDE_EFFECTS__*/
export const jsonText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => text === '' || (isJsonObject(text) && !hasControl(text.replace(/[\t\n\r]/g, ' '))), {
      error: 'json',
    }),
  )

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The body of every list: the page (from 1) and the number of rows on it. */
export const paging = { page: whole(1, 1_000_000), page_size: whole(1, 500) }

/** The answer of every list. */
/*@__NO_SIDE_EFFECTS__*/
export const listOf = <T extends z.ZodMiniType>(row: T) =>
  z.strictObject({ total: z.int().check(z.gte(0)), list: z.array(row) })

/** The body of a call without parameters, and the answer of a call that returns only its code. */
export const nothing = z.strictObject({})

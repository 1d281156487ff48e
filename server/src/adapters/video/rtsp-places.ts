/**
 * The addresses of a session's requests. Cameras describe them badly: players put the name of a track behind
 * the base, the standard resolves it (RFC 2326, C.1.1; RFC 3986), and firmware accepts one of several forms.
 */
import { fieldOf } from './rtsp-reader.ts'

/** What to try for SETUP and for PLAY, the likeliest first. */
export type Places = { setup: readonly string[]; play: readonly string[] }

const max_tries = 4

/** `asked`: the address that was described; `lines`: the description of one track. */
export function placesIn(asked: string, head: readonly string[], lines: readonly string[]): Places {
  const base = baseIn(head, asked)
  const track_at = lines.findIndex((line) => /^m=/i.test(line))
  const controls = lines.flatMap((line, at) => {
    const [, value] = /^a=control:\s*(.*?)\s*$/i.exec(line) ?? []
    return value === undefined || track_at < 0 ? [] : [{ value, of_track: at > track_at }]
  })
  const whole = placeOf(base, controls.find(({ of_track }) => !of_track)?.value)
  const name = controls.find(({ of_track }) => of_track)?.value ?? ''
  const track = placeOf(base, name)
  const setup = isName(name) ? [track, resolved(name, base), placeOf(asked, name), placeOf(whole, name)] : []
  return {
    setup: several([...setup, track, asked]),
    play: several([whole, otherEnd(whole), asked, track]),
  }
}

/** Whether a session's request may be wanted at another address: not for its rights, limits or transport. */
export const isWrongPlace = (method: string, status: number): boolean =>
  (method === 'SETUP' || method === 'PLAY') &&
  status >= 400 &&
  status <= 499 &&
  ![401, 403, 406, 429, 453, 461].includes(status)

/** The address of a stream as the camera gets it. */
export const withoutLogin = (url: string): string => {
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

/** Some firmware writes the scheme twice, the path alone, or nothing that is an address. */
function baseIn(head: readonly string[], asked: string): string {
  const [named = ''] = (fieldOf(head, 'content-base') || fieldOf(head, 'content-location') || '').split(', ')
  const base = named.trim().replace(/^(?:rtsps?:\/\/)+(?=rtsps?:\/\/)/i, '')
  if (/^rtsps?:\/\/\S+$/i.test(base)) return base
  return /^\/\S*$/.test(base) ? resolved(base, asked) : asked
}

const isName = (control: string): boolean =>
  control !== '' && control !== '*' && !/^rtsps?:\/\//i.test(control)

/** As players do it: what follows the base stands behind it, its query included. */
function placeOf(base: string, control = ''): string {
  if (!isName(control)) return /\S/.test(control.replace('*', '')) ? control : base
  if (control.startsWith('?')) return base.replace(/\/$/, '') + control
  return `${base.replace(/\/$/, '')}/${control.replace(/^\//, '')}`
}

const resolved = (name: string, base: string): string =>
  URL.canParse(name, base) ? new URL(name, base).href : base

const otherEnd = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : `${url}/`)

/** A space or a line end would begin another part of the request. */
const several = (places: readonly string[]): string[] =>
  [...new Set(places)].filter((place) => /^[\x21-\x7e]+$/.test(place)).slice(0, max_tries)

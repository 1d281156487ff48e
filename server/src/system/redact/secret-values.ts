/**
 * The device's own secrets as text, in every form that may
 * appear in a log. The redactor removes these exact texts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { cameraUrls, textsWithSecrets } from './secret-values.store.ts'

/** A shorter secret would match parts of ordinary words. It is still removed from fields named as secrets. */
const min_length = 5
const sealed = /v1:[A-Za-z0-9+/=]{16}:[A-Za-z0-9+/=]{24}:[A-Za-z0-9+/=]*/g

/** Longest first, so that removing one secret does not split another. */
export function formsOfSecrets({ db, secrets, folder }: Pick<Deps, 'db' | 'secrets' | 'folder'>): string[] {
  const found = new Set<string>()
  for (const text of textsWithSecrets(db)) {
    for (const [whole] of text.matchAll(sealed)) {
      found.add(whole)
      for (const plain of opened(secrets, whole)) found.add(plain)
    }
  }
  for (const word of [...inCameraUrls(db), ...keyFiles(folder)]) found.add(word)
  return [...new Set([...found].filter((plain) => plain.length >= min_length).flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  )
}

/** A sealed value may itself be a document that contains secrets (`extra_info`). */
function opened(secrets: Deps['secrets'], text: string): string[] {
  try {
    const plain = secrets.open(text)
    return [plain, ...leavesOf(JSON.parse(plain) as unknown)]
  } catch {
    return plainOf(secrets, text)
  }
}

function plainOf(secrets: Deps['secrets'], text: string): string[] {
  try {
    return [secrets.open(text)]
  } catch {
    return [] // sealed with another device's key, or damaged: not readable
  }
}

const leavesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(leavesOf)
      : []

/** Users may have typed a password into the address of a stream. */
function inCameraUrls(db: Db): string[] {
  return cameraUrls(db).flatMap((url) => {
    const written = URL.canParse(url) ? new URL(url).password : ''
    return [written, decoded(written)]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function keyFiles(folder: string): string[] {
  return ['secret.key', 'media.key'].flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), 'utf8').trim()]
    } catch {
      return []
    }
  })
}

/** As is, in JSON, in a URL, in base64 at each of the three offsets in a longer text, and in hexadecimal. */
export function formsOf(plain: string): string[] {
  const bytes = Buffer.from(plain)
  const base64 = [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and last characters share bits with the neighbouring text.
    const core = whole.slice(shift === 0 ? 0 : shift + 1, (shift + bytes.length) % 3 === 0 ? undefined : -1)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = bytes.toString('hex')
  const url = encodeURIComponent(plain)
  const json = JSON.stringify(plain).slice(1, -1)
  return [
    ...new Set([
      plain,
      json,
      url,
      url.toLowerCase(),
      url.replaceAll('%20', '+'),
      new URLSearchParams({ x: plain }).toString().slice(2),
      ...base64.filter((form) => form.length >= min_length + 1),
      hex,
      hex.toUpperCase(),
    ]),
  ]
}

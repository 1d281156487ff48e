/**
 * The device's own secrets as text, in every form that may
 * appear in a log: the redactor removes these exact texts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { cameraUrls, textsWithSecrets } from './secret-values.store.ts'

/**
 * A shorter one would match parts of ordinary words; it is
 * still removed where it stands under its field's name.
 */
const min_length = 5
const sealed = /v1:[A-Za-z0-9+/=]{16}:[A-Za-z0-9+/=]{24}:[A-Za-z0-9+/=]*/g

/** Longest first, so that no secret is cut in two by another one. */
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

/** A sealed value may itself be a document with secrets in it (`extra_info`). */
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

/** A user may have typed a password into a stream's address. */
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

/** As it is, in JSON, in a URL, in base64 at each of its three offsets in a longer text, in hexadecimal. */
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

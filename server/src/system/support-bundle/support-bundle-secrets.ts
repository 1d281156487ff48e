/** The device's own secrets as text, in every form in which they may have strayed into a log: the redactor takes these very words out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'

/** A shorter one would take half of every sentence along; it is still taken out where it stands under its name. */
const min_length = 5
const sealed = /v1:[A-Za-z0-9+/=]{16}:[A-Za-z0-9+/=]{24}:[A-Za-z0-9+/=]*/g

/** Longest first, so that no secret is cut in two by another one. */
export function formsOfSecrets({ db, secrets, folder }: Pick<Deps, 'db' | 'secrets' | 'folder'>): string[] {
  const found = new Set<string>()
  for (const text of storedTexts(db)) {
    for (const [whole] of text.matchAll(sealed)) {
      found.add(whole)
      for (const plain of opened(secrets, whole)) found.add(plain)
    }
  }
  for (const word of [...inCameraUrls(db), ...keyFile(folder)]) found.add(word)
  return [...new Set([...found].filter((plain) => plain.length >= min_length).flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  )
}

/** Every place that may hold sealed text. A later version's settings are found here without being named. */
function storedTexts(db: Db): string[] {
  const settings = db.all<{ text: string }>("SELECT value AS text FROM settings WHERE value LIKE '%v1:%'")
  // What was a secret once may be one still, elsewhere.
  const history = db.all<{ text: string }>(
    "SELECT before || after AS text FROM param_history WHERE before LIKE '%v1:%' OR after LIKE '%v1:%'",
  )
  const cameras = db.all<{ text: string }>(
    "SELECT DISTINCT password AS text FROM camera WHERE password <> ''",
  )
  const hashes = db.all<{ text: string }>('SELECT password_hash AS text FROM users')
  return [...settings, ...history, ...cameras, ...hashes].map(({ text }) => text)
}

/** What is sealed may itself be a document with secrets in it (`extra_info`). */
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
    return [] // of another device's key, or damaged: nobody can read it
  }
}

const leavesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(leavesOf)
      : []

/** Somebody may have typed a password into a stream's address. */
function inCameraUrls(db: Db): string[] {
  const urls = db
    .all<{ url: string }>(
      'SELECT stream_url_main AS url FROM camera UNION SELECT stream_url_sub FROM camera UNION SELECT frame_url FROM camera',
    )
    .map(({ url }) => url)
  return urls.flatMap((url) => {
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

function keyFile(folder: string): string[] {
  try {
    return [readFileSync(join(folder, 'secret.key'), 'utf8').trim()]
  } catch {
    return []
  }
}

/** As it is, in JSON, in a URL, in base64 at each of its three places in a longer text, in hexadecimal. */
export function formsOf(plain: string): string[] {
  const bytes = Buffer.from(plain)
  const base64 = [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and last letters share bits with what stands beside it.
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

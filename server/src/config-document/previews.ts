/**
 * Previews that may be applied for a quarter of an hour by the user who made them. Held in memory only, so
 * that secrets of a file reach the disk only when they are applied.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Body } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { canonical } from './canonical.ts'
import { storedConfiguration, type Configuration, type Sections } from './current.ts'
import type { DocumentSecrets } from './wrap.ts'

export type Preview = {
  user_id: number
  made_ms: number
  /** The revision that the differences refer to. */
  revision: string
  time: Sections['time']
  sections: Sections
  /** Null if the file has none, or they were not decrypted. */
  secrets: DocumentSecrets | null
}

/** The last applied import. A repeated request gets the same answer, because the first may have been lost. */
type AppliedImport = {
  token: string
  user_id: number
  at_ms: number
  sections: Body<'apply_import'>['sections']
  answer: Answer<'apply_import'>
}

const kept_ms = 15 * 60_000
/** Each preview may be as large as a file, so the oldest is evicted. */
const max_kept = 4

export class ImportPreviews {
  /** By token. */
  readonly #previews = new Map<string, Preview>()
  #last_applied: AppliedImport | undefined

  /** Returns the token of the preview. Older previews of the same user are removed. */
  add(preview: Preview, now: number): string {
    for (const [token, old] of this.#previews)
      if (old.user_id === preview.user_id || now - old.made_ms > kept_ms) this.#previews.delete(token)
    for (const token of this.#previews.keys())
      if (this.#previews.size >= max_kept) this.#previews.delete(token)
    const token = randomBytes(24).toString('base64url')
    this.#previews.set(token, preview)
    return token
  }

  /** Undefined for a token that has expired, was used, or belongs to another user. */
  find(token: string, user_id: number, now: number): Preview | undefined {
    const found = this.#previews.get(token)
    return found && found.user_id === user_id && now - found.made_ms <= kept_ms ? found : undefined
  }

  /** Removes the preview, and stores the answer for a repeated request. */
  applied(done: AppliedImport): void {
    this.remove(done.token, done.user_id)
    this.#last_applied = done
  }

  /** The answer to the same request of the same user, if it was the last import. */
  answered({ token, sections }: Body<'apply_import'>, user_id: number, now: number) {
    const last = this.#last_applied
    return last?.token === token &&
      last.user_id === user_id &&
      now - last.at_ms <= kept_ms &&
      last.sections.length === sections.length &&
      last.sections.every((section) => sections.includes(section))
      ? last.answer
      : undefined
  }

  remove(token: string, user_id: number): void {
    if (this.#previews.get(token)?.user_id === user_id) this.#previews.delete(token)
  }
}

/** Identifies a configuration: differs after any change, including changes of secrets. */
export const revisionOf = (configuration: Configuration): string =>
  createHash('sha256').update(canonical(configuration)).digest('hex')
export const revisionNow = (deps: Pick<Deps, 'db' | 'secrets'>): string =>
  revisionOf(storedConfiguration(deps))

/**
 * The last challenge of a camera, by which the next request is signed at once: half the requests, for the
 * camera too. One that refuses a nonce without calling it stale is asked each time: it may count that as a
 * wrong password.
 */
import { createSigner, type Login, type Signer } from '../http/http-auth.ts'

const max_kept = 256

export class KeptSigners {
  /** By address and login; `asks`: the camera has to be asked for a challenge each time. */
  readonly #kept = new Map<string, Signer | 'asks'>()

  /** The signer for an address: the kept one of an earlier request, or a new one. */
  of(url: string, login: Login): { signer: Signer; is_kept: boolean } {
    const kept = this.#kept.get(keyOf(url, login))
    return kept === undefined || kept === 'asks'
      ? { signer: createSigner(login), is_kept: false }
      : { signer: kept, is_kept: true }
  }

  /** Keeps the signer of a request that was answered. */
  keep(url: string, login: Login, signer: Signer): void {
    const key = keyOf(url, login)
    if (this.#kept.get(key) === 'asks') return
    this.#kept.delete(key)
    this.#kept.set(key, signer)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > max_kept && oldest !== undefined) this.#kept.delete(oldest)
  }

  /** The camera refused a kept signer; `stale`: by the age of its nonce alone. */
  refused(url: string, login: Login, stale: boolean): void {
    if (stale) this.#kept.delete(keyOf(url, login))
    else this.#kept.set(keyOf(url, login), 'asks')
  }
}

const keyOf = (url: string, { username, password }: Login): string =>
  JSON.stringify([url, username, password])

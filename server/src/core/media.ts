/**
 * Pictures on disk and their short-lived signed addresses, so that `<img>` works without a header. An address
 * belongs to the session that requested it, and ends with it.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { chooseAlgorithm, derivedKey, openMediaKey } from './sealed/media-key.ts'
import type { KeyCheck } from './sealed/key-file.ts'
import { SealedFolder } from './sealed/sealed-folder.ts'
import type { Secrets } from './secrets.ts'
import { isSigned, signedQuery, type SignedQuery } from './downloads/signed-address.ts'

const lifetime_ms = 30 * 60_000
/**
 * The address of a picture changes at most this often, so that the browser's cache helps when a list is
 * polled.
 */
const step_ms = 10 * 60_000

export type Media = {
  /** The folder that contains every picture. */
  readonly folder: string
  /** The content of the pictures, encrypted on the disk (docs/decisions/0049). */
  readonly files: SealedFolder
  /** The content of support bundles, encrypted in another folder. */
  readonly bundles: SealedFolder
  /** A key for another purpose, derived from the media key, which a restore keeps and an erasure destroys. */
  keyFor(purpose: string): Buffer
  /** The same pictures, with addresses for the session of this id. */
  forSession(session: string): Media
  /** A signed address for the picture at `path` (relative to the folder). */
  address(path: string, now: number): string
  /**
   * The path of a signed address, below the folder, or undefined if the signature is wrong or too old.
   * Whether the session is still alive is checked elsewhere.
   */
  pathOf(path: string, asked: SignedQuery, now: number): string | undefined
}

/** `may_be_plain`: whether files of an earlier version may still be plain (workers/picture-sealer.ts). */
export function openMedia(
  at: string,
  secrets: Secrets,
  may_be_plain: () => boolean,
  check?: KeyCheck,
): Media {
  const folder = resolve(at)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const data = dirname(folder)
  const master = openMediaKey(data, check)
  const algorithm = chooseAlgorithm(master)
  const common = { master, algorithm, may_be_plain }
  const files = new SealedFolder({ ...common, folder, purpose: 'media' })
  const bundles = new SealedFolder({ ...common, folder: join(data, 'support'), purpose: 'support' })
  const keyFor = (purpose: string) => derivedKey(master, purpose)
  return mediaFor('', { folder, files, bundles, keyFor }, secrets)
}

function mediaFor(
  session: string,
  parts: Pick<Media, 'folder' | 'files' | 'bundles' | 'keyFor'>,
  secrets: Secrets,
): Media {
  const { folder } = parts
  return {
    ...parts,
    forSession: (owner) => mediaFor(owner, parts, secrets),
    address(path, now) {
      const until = Math.ceil(now / step_ms) * step_ms + lifetime_ms
      const name = path.split('/').map(encodeURIComponent).join('/')
      return `/media/${name}?${signedQuery(secrets, 'media', path, session, until)}`
    },
    pathOf(path, asked, now) {
      if (!isSigned(secrets, 'media', path, asked, now)) return undefined
      const file = resolve(join(folder, path))
      return file.startsWith(folder + sep) ? file.slice(folder.length + 1) : undefined
    },
  }
}

/** Secrets at rest: AES-256-GCM with a key file next to the database that only the server's user can read. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { guardedKey, keyIn, type KeyCheck } from './sealed/key-file.ts'

export type Secrets = {
  /** Encrypted text for storage; an empty secret stays empty. */
  seal(plain: string): string
  open(sealed: string): string
  /** A keyed digest, for addresses that must not be guessed. `purpose` separates the uses. */
  sign(purpose: string, text: string): string
}

/** Opens the secrets of the data folder; the key is created the first time. */
export function openSecrets(folder: string, check?: KeyCheck): Secrets {
  const file = join(folder, 'secret.key')
  const key = check ? guardedKey(file, check) : keyIn(file)
  return {
    seal(plain) {
      if (plain === '') return ''
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        iv.toString('base64'),
        cipher.getAuthTag().toString('base64'),
        body.toString('base64'),
      ].join(':')
    },
    open(sealed) {
      if (sealed === '') return ''
      const [version, iv, tag, body] = sealed.split(':')
      if (version !== 'v1' || !iv || !tag || body === undefined) throw new Error('A stored secret is damaged')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'))
      decipher.setAuthTag(Buffer.from(tag, 'base64'))
      return decipher.update(Buffer.from(body, 'base64'), undefined, 'utf8') + decipher.final('utf8')
    },
    sign: (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url'),
  }
}

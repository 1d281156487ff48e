/**
 * The second factor of a user: the encrypted secret, the last time step, and the hashes of recovery codes.
 */
import type { Db } from '../core/db.ts'

export function setSecondFactor(
  db: Db,
  user_id: number,
  { sealed, step, code_hashes }: { sealed: string; step: number; code_hashes: readonly string[] },
): void {
  db.run('UPDATE users SET totp_secret = ?, totp_step = ? WHERE id = ?', [sealed, step, user_id])
  db.run('DELETE FROM recovery_code WHERE user_id = ?', [user_id])
  for (const [position, code_hash] of code_hashes.entries())
    db.run('INSERT INTO recovery_code (user_id, position, code_hash) VALUES (?, ?, ?)', [
      user_id,
      position,
      code_hash,
    ])
}

/**
 * Records the time step of an accepted code. False if another request has used this step or a later one in
 * the meantime.
 */
export const takeStep = (db: Db, user_id: number, step: number): boolean =>
  db.run('UPDATE users SET totp_step = ? WHERE id = ? AND totp_step < ?', [step, user_id, step]).changes > 0

export const recoveryHash = (db: Db, user_id: number, position: number): string | undefined =>
  db.get<{ code_hash: string }>('SELECT code_hash FROM recovery_code WHERE user_id = ? AND position = ?', [
    user_id,
    position,
  ])?.code_hash

/** Uses up a recovery code. False if it has been used already. */
export const takeRecoveryCode = (db: Db, user_id: number, position: number): boolean =>
  db.run('DELETE FROM recovery_code WHERE user_id = ? AND position = ?', [user_id, position]).changes > 0

export const countRecoveryCodes = (db: Db, user_id: number): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM recovery_code WHERE user_id = ?', [user_id])!.n

/**
 * The box's VPN account as stored by the server: without its
 * configuration, which only root can read, and without its key.
 */
import type { Trials } from './trial.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type VpnAccount = {
  /** The registrar. Empty for an account that was imported from a file. */
  register_address: string
  file_name: string
  /** The first server of its file, `host:port`. */
  server: string
  takes_default_route: boolean
  /** Whether the user wants the tunnel up. With a trial id, that trial decides once it has ended. */
  wanted: 'no' | 'yes' | { trial: string }
}

const key = 'vpn_account'
const registrar_key = 'vpn_registrar'

/** The registrar used last, and the certificates it is verified with. Kept when the account is deleted. */
export type VpnRegistrar = { register_address: string; server_trust: string }

export const vpnRegistrar = (db: Db): VpnRegistrar =>
  readSetting<VpnRegistrar>(db, registrar_key, { register_address: '', server_trust: '' })

export function storeVpnRegistrar({ db, now }: Pick<Deps, 'db' | 'now'>, registrar: VpnRegistrar): void {
  writeSetting<VpnRegistrar>(db, registrar_key, registrar, now())
}

export const vpnAccount = (db: Db): VpnAccount | null => readSetting<VpnAccount | null>(db, key, null)

export function storeVpnAccount({ db, now }: Pick<Deps, 'db' | 'now'>, account: VpnAccount | null): void {
  writeSetting<VpnAccount | null>(db, key, account, now())
}

/** Whether the tunnel should be up. Stores the answer if a trial has decided it. */
export function vpnIsWanted(deps: Pick<Deps, 'db' | 'now'> & { trials: Trials }): boolean {
  const account = vpnAccount(deps.db)
  if (!account || account.wanted === 'no') return false
  if (account.wanted === 'yes') return true
  const { id, state } = deps.trials.now()
  const same = id === account.wanted.trial
  if (same && state === 'running') return true
  const wanted = same && state === 'confirmed' ? 'yes' : 'no'
  storeVpnAccount(deps, { ...account, wanted })
  return wanted === 'yes'
}

/** The audit facts of a change of the account. */
export function shownVpnAccount({ db }: Pick<Deps, 'db'>): Record<string, unknown> {
  const account = vpnAccount(db)
  if (!account) return { registered: false }
  const { register_address, file_name, server, wanted } = account
  return { registered: true, register_address, imported: file_name, server, wanted: wanted !== 'no' }
}

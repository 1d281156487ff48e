/** The name and the address of the box, as users set them. */
import type { Body } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type Address = Body<'set_address'>

/** The value until a user sets the address. */
export const address_factory: Address = {
  province: '',
  city: '',
  district: '',
  detail_address: '',
  longitude: null,
  latitude: null,
}

/** Empty until a user names the box. */
export const deviceName = (db: Db): string => readSetting(db, 'basic_info', { name: '' }).name
export const setDeviceName = (db: Db, name: string, now: number): void =>
  writeSetting(db, 'basic_info', { name }, now)

/** The last answer of the platform to a name. Valid only for this name and this platform. */
export type NameAnswer = { name: string; platform: string; taken: boolean; answered_ms: number }
export const nameAnswer = (db: Db): NameAnswer | null => readSetting(db, 'name_answer', null)
export const setNameAnswer = (db: Db, answer: NameAnswer): void =>
  writeSetting(db, 'name_answer', answer, answer.answered_ms)

export const deviceAddress = (db: Db): Address => readSetting(db, 'address', address_factory)
export const setDeviceAddress = (db: Db, address: Address, now: number): void =>
  writeSetting(db, 'address', address, now)

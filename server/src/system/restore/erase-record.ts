/**
 * The record of an erasure, on the disk before anything is erased (docs/decisions/0045): a server that ends
 * in the middle finishes at its next start. Afterwards it holds the certificate until that is put away.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Language } from '@parking/contract'
import { settle, writeWhole } from './restore-plan.ts'

export type Facts = Answer<'erasure_certificate'>['facts']

export type EraseRecord = {
  /**
   * `asked`: nothing has been done. `counted`: what is to go was counted, and some of it may be gone.
   * `erased`: the data folder is empty. `certified`: the rest is done, and the facts are final.
   */
  phase: 'asked' | 'counted' | 'erased' | 'certified'
  facts: Facts
  language: Language
  asked_ms: number
  /** Of the token that opens the certificate. */
  token_sha256: string
  /** The stored document of the serial number, which is printed on the box and stays. */
  serial: unknown
  /** Where the console is after the network got its factory address; empty where it stays. */
  console_url: string
}

export const record_name = 'erase.json'
const fileIn = (folder: string): string => join(folder, record_name)

/** A record that cannot be read (a worn-out disk) was asked for: the erasure goes on, without its facts. */
export function readRecord(folder: string): EraseRecord | undefined {
  if (!existsSync(fileIn(folder))) return undefined
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as EraseRecord
  } catch {
    return {
      phase: 'asked',
      facts: unknown_facts,
      language: 'zh',
      asked_ms: 0,
      token_sha256: '',
      serial: null,
      console_url: '',
    }
  }
}

const unknown_facts: Facts = {
  host_sn: '',
  version: '',
  by: '',
  asked_time_str: '',
  erased_time_str: '',
  time_zone: '',
  removed: [],
  left: [],
  outside: [],
  level: 'none',
  audit_head: null,
  head_sent: false,
}

/** Returns when it is on the disk. */
export const writeRecord = (folder: string, record: EraseRecord): void =>
  writeWhole(fileIn(folder), `${JSON.stringify(record)}\n`)

export function dropRecord(folder: string): void {
  rmSync(fileIn(folder), { force: true })
  settle(folder)
}

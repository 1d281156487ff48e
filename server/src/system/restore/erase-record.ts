/**
 * The record of an erasure, written to disk before anything is erased (docs/decisions/0045): if the server
 * ends midway, its next start finishes the erasure. Later it holds the certificate until that is closed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Language } from '@parking/contract'
import { syncFolder, writeAtomically } from './restore-plan.ts'

export type Facts = Answer<'erasure_certificate'>['facts']

export type EraseRecord = {
  /**
   * `asked`: nothing has been done. `counted`: the files have been counted, and some may be erased already.
   * `erased`: the data folder is empty. `certified`: the rest is done, and the facts are final.
   */
  phase: 'asked' | 'counted' | 'erased' | 'certified'
  facts: Facts
  language: Language
  asked_ms: number
  /** SHA-256 of the token that gives access to the certificate. */
  token_sha256: string
  /** The settings document of the serial number, which is printed on the box and is kept. */
  serial: unknown
  /** URL of the console once the network has its factory address; empty if the URL does not change. */
  console_url: string
}

export const record_name = 'erase.json'
const fileIn = (folder: string): string => join(folder, record_name)

/**
 * If the record cannot be read (a worn-out disk), an erasure was still requested: it runs without the facts.
 */
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

/** Returns when the record is on the disk. */
export const writeRecord = (folder: string, record: EraseRecord): void =>
  writeAtomically(fileIn(folder), `${JSON.stringify(record)}\n`)

/** Deletes the record; returns when that is on the disk. */
export function dropRecord(folder: string): void {
  rmSync(fileIn(folder), { force: true })
  syncFolder(folder)
}

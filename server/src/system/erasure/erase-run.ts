/**
 * Erases the data folder when the server starts, before anything in it is opened. A power cut may follow any
 * step, so every step can be repeated. A test interrupts the erasure after each step.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { erased_kinds } from '@parking/contract'
import { openChainFile, beginChain, chainId } from '../audit/chain.store.ts'
import { marks_purpose, openMarks } from '../audit/marks.ts'
import type { Db } from '#src/core/db.ts'
import { derivedKey, openMediaKey } from '#src/core/sealed/media-key.ts'
import { writeSetting } from '#src/core/settings.store.ts'
import { stampOf } from '#src/core/stamp.ts'
import { syncFolder } from '#src/core/sealed/state-file.ts'
import {
  dropOrder,
  order_name,
  readCertificate,
  readOrder,
  writeCertificate,
  writeOrder,
  type EraseCertificate,
  type Facts,
} from '../restore/erase-record.ts'

export const erase_steps = ['counted', 'keys', 'databases', 'rest', 'done'] as const
export type EraseStep = (typeof erase_steps)[number]

type Kind = (typeof erased_kinds)[number]
type Needs = {
  folder: string
  now: () => number
  /** Called after each step, so that a test can interrupt there. */
  after?: (step: EraseStep) => void
}

/** Files that the erasure itself and the running server need. */
const kept_names = new Set([order_name, `${order_name}.new`, 'server.lock'])
const isKey = (path: string): boolean =>
  /(^|\/)(secret|media|device)\.key[^/]*$|(^|\/)tls\/[^/]*\.key[^/]*$/.test(path)
const isDatabase = (path: string): boolean => /^(parking|audit|proof)\.db/.test(path)

/**
 * Carries out the order to erase, if there is an intact one, up to the steps that need an open database.
 * Returns the certificate, even if it is only still to be fetched. Throws if the order is damaged, or if a
 * database or key cannot be removed: nothing may open it then.
 */
export function carryOutErasure({
  folder,
  now,
  after = () => undefined,
}: Needs): EraseCertificate | undefined {
  let order = readOrder(folder)
  if (!order) {
    const found = readCertificate(folder)
    return found.state === 'whole' ? found.value : undefined
  }
  if (order.phase === 'asked') {
    order = { ...order, phase: 'counted', facts: { ...order.facts, removed: countIn(folder) } }
    writeOrder(folder, order)
    after('counted')
  }
  const paths = filesIn(folder)
  for (const path of paths.filter(isKey)) destroyKey(join(folder, path))
  syncFolder(folder)
  after('keys')
  for (const path of paths.filter(isDatabase)) rmSync(join(folder, path), { force: true })
  syncFolder(folder)
  after('databases')
  const left = removeRest(folder)
  syncFolder(folder)
  after('rest')
  if (left.some((name) => isDatabase(name) || isKey(name)))
    throw new Error(`The erasure could not remove ${left.join(', ')} from ${folder}.`)
  const certificate: EraseCertificate = {
    ...order,
    phase: 'erased',
    facts: {
      ...order.facts,
      erased_time_str: stampOf(now()),
      left,
      level: left.length === 0 ? 'nist_800_88_clear' : 'none',
    },
  }
  writeCertificate(folder, certificate)
  after('done')
  return certificate
}

/**
 * Writes the first data after an erasure: the serial number, which is printed on the box, and a new audit
 * chain whose first link states the reason. Then the order is done: until here, a crash repeats it.
 */
export function beginFactoryState(
  certificate: EraseCertificate,
  { db, folder, now }: { db: Db } & Needs,
): void {
  if (certificate.phase !== 'erased') return
  if (certificate.serial !== null) writeSetting(db, 'serial', certificate.serial, now())
  const chain = openChainFile(join(folder, 'audit.db'))
  try {
    const { by, audit_head } = certificate.facts
    if (chainId(chain) === undefined)
      beginChain(
        chain,
        now(),
        { why: 'erased', by, ...(audit_head ? { before: audit_head } : {}) },
        openMarks(derivedKey(openMediaKey(folder), marks_purpose)),
      )
  } finally {
    chain.close()
  }
  dropOrder(folder)
}

/** Overwrites, syncs and deletes the file. Flash may still hold the old bytes: the certificate says so. */
function destroyKey(file: string): void {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return
  writeFileSync(file, randomBytes(bytes), { flag: 'r+', flush: true })
  rmSync(file, { force: true })
}

/** Returns the names that remain. Tries three times, because a program may still write into its spool. */
function removeRest(folder: string): string[] {
  for (let attempt = 1; ; attempt++) {
    for (const name of namesIn(folder)) tryRemove(join(folder, name))
    const left = namesIn(folder)
    if (left.length === 0 || attempt === 3) return left
  }
}

const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => !kept_names.has(name))

function tryRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 2 })
  } catch {
    // the caller lists what remains
  }
}

function countIn(folder: string): Facts['removed'] {
  const sums = new Map<Kind, { files: number; bytes: number }>()
  for (const path of filesIn(folder)) {
    const kind = kindOf(path)
    const { files, bytes } = sums.get(kind) ?? { files: 0, bytes: 0 }
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0
    sums.set(kind, { files: files + 1, bytes: bytes + size })
  }
  return [...sums].map(([kind, sum]) => ({ kind, ...sum })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}

function kindOf(path: string): Kind {
  if (isKey(path)) return 'keys'
  if (isDatabase(path)) return 'databases'
  const top = path.split('/')[0] ?? ''
  if (top === 'media' || top.startsWith('trash-')) return path.endsWith('.mp4') ? 'clips' : 'pictures'
  const known: Readonly<Record<string, Kind>> = {
    snapshots: 'snapshots',
    acts: 'pictures',
    spool: 'spool',
    support: 'bundles',
    tls: 'certificates',
  }
  return known[top] ?? 'other'
}

/** Paths of all files in the folder, including links and sockets, except `kept_names`. */
function filesIn(folder: string): string[] {
  const list: string[] = []
  const walk = (below: string) => {
    for (const entry of entriesOf(join(folder, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (kept_names.has(path)) continue
      if (entry.isDirectory()) walk(path)
      else list.push(path)
    }
  }
  walk('')
  return list
}

function entriesOf(at: string): Dirent[] {
  if (!existsSync(at)) return []
  try {
    return readdirSync(at, { withFileTypes: true })
  } catch {
    return []
  }
}

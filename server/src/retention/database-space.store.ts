/** Measures the database's disk space, and returns free pages to the disk. */
import type { Db } from '../core/db.ts'

/** Size of the pictures and clips of all events, in bytes. */
export const mediaBytes = (db: Db): number =>
  db.get<{ bytes: number }>('SELECT bytes FROM media_tally')?.bytes ?? 0

const pragma = (db: Db, name: 'page_count' | 'freelist_count' | 'page_size' | 'auto_vacuum'): number =>
  Number(Object.values(db.get(`PRAGMA ${name}`) ?? {})[0] ?? 0)

/** How much of the database's file is in use, and how much of it is free, in bytes. */
export function databaseBytes(db: Db): { used: number; spare: number } {
  const [spare, size] = [pragma(db, 'freelist_count'), pragma(db, 'page_size')]
  return { used: (pragma(db, 'page_count') - spare) * size, spare: spare * size }
}

/**
 * Whether free pages can be returned to the disk. A database created by an older version only reuses them.
 */
export const canReturnPages = (db: Db): boolean => pragma(db, 'auto_vacuum') !== 0

/** Returns some free pages to the disk; takes one or two milliseconds. */
export const returnFreePages = (db: Db): void => void db.all('PRAGMA incremental_vacuum(100)')

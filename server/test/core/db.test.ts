import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, readDatabase } from '#src/core/db.ts'
import { readSetting, revisionOf, writeSetting } from '#src/core/settings.store.ts'
import { migrations, openDevice } from '../device.ts'

let folder: string
const path = () => join(folder, 'parking.db')
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parking-db-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('migrations run once, in order, each completely or not at all', () => {
  const own = join(folder, 'migrations')
  rmSync(own, { recursive: true, force: true })
  const write = (files: Record<string, string>) => {
    for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  }
  write({
    '0001-start.sql': 'CREATE TABLE a (x); INSERT INTO a VALUES (1)',
    '0002-more.sql': 'INSERT INTO a VALUES (2)',
    'notes.txt': 'no SQL',
  })
  openDatabase(path(), folder).close()
  let db = openDatabase(path(), folder)
  expect(db.all('SELECT x FROM a ORDER BY rowid')).toEqual([{ x: 1 }, { x: 2 }])
  db.close()
  write({ '0003-broken.sql': 'INSERT INTO a VALUES (3); INSERT INTO nowhere VALUES (1)' })
  expect(() => openDatabase(path(), folder)).toThrow(/nowhere/)
  write({ '0003-broken.sql': 'INSERT INTO a VALUES (4)' })
  db = openDatabase(path(), folder)
  expect(db.all('SELECT x FROM a ORDER BY rowid')).toEqual([{ x: 1 }, { x: 2 }, { x: 4 }])
  db.close()
})

test('deleted data are gone from the bytes of the file', () => {
  const db = openDatabase(path(), migrations)
  const there = () => readFileSync(path()).includes('canary-q7x')
  db.run("INSERT INTO settings VALUES ('a', '\"canary-q7x\"', 1, 0)")
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(there()).toBe(true)
  db.run("DELETE FROM settings WHERE key = 'a'")
  db.close()
  expect(there()).toBe(false)
})

test('the migrations build a consistent and durable database', () => {
  const db = openDatabase(path(), migrations)
  expect(db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  expect(db.all('PRAGMA foreign_key_check')).toEqual([])
  expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
  db.close()
})

test('a transaction is atomic, and an inner one joins the outer one', () => {
  const db = openDatabase(path(), migrations)
  const write = (key: string) => writeSetting(db, key, key, 1)
  expect(() =>
    db.transaction(() => {
      write('a')
      db.transaction(() => write('b'))
      throw new Error('no')
    }),
  ).toThrow('no')
  expect([readSetting(db, 'a', ''), readSetting(db, 'b', '')]).toEqual(['', ''])
  db.transaction(() => {
    write('a')
    db.transaction(() => write('b'))
  })
  expect([readSetting(db, 'a', ''), readSetting(db, 'b', '')]).toEqual(['a', 'b'])
  db.close()
})

test('a lock by another program is 6000, a full disk leaves no partial write, and both recover', async () => {
  const device = await openDevice()
  const token = await device.tokenOf('admin')
  device.wait(120_000) // so that the next read records the use of the session
  const rename = () => device.call('set_basic_info', { name: 'x'.repeat(64) }, token)
  const backup = openDatabase(join(device.folder, 'parking.db'), migrations)
  backup.run('BEGIN IMMEDIATE')
  expect((await rename()).code).toBe(code.busy)
  expect((await device.call('get_address', {}, token)).code).toBe(code.success)
  backup.run('ROLLBACK')
  backup.close()
  const { page_count } = device.deps.db.get<{ page_count: number }>('PRAGMA page_count')!
  device.deps.db.run(`PRAGMA max_page_count = ${page_count}`)
  const many = () =>
    device.deps.db.transaction(() => {
      for (let i = 0; i < 1000; i++) writeSetting(device.deps.db, `k${i}`, 'x'.repeat(500), 1)
    })
  expect(many).toThrow(/full/)
  expect(readSetting(device.deps.db, 'k0', '')).toBe('')
  expect((await device.call('get_address', {}, token)).code).toBe(code.success)
  device.deps.db.run('PRAGMA max_page_count = 1000000')
  expect((await rename()).code).toBe(code.success)
  await device.close()
})

test('the write-ahead log does not keep growing after a reader is closed', () => {
  const db = openDatabase(path(), migrations)
  db.run('CREATE TABLE filler (x)')
  const reader = readDatabase(path())
  reader.run('BEGIN')
  reader.get('SELECT count(*) FROM filler')
  reader.close()
  for (let i = 0; i < 400; i++) db.run('INSERT INTO filler VALUES (?)', ['x'.repeat(50_000)])
  // 20 MB were written; SQLite restarts its log after some 4 MB.
  expect(statSync(`${path()}-wal`).size).toBeLessThan(10_000_000)
  db.close()
})

test('a setting stores its document and counts its revisions', () => {
  const db = openDatabase(path(), migrations)
  expect([readSetting(db, 'x', { n: 0 }), revisionOf(db, 'x')]).toEqual([{ n: 0 }, 0])
  writeSetting(db, 'x', { n: 1 }, 1)
  writeSetting(db, 'x', { n: 2 }, 2)
  expect([readSetting(db, 'x', { n: 0 }), revisionOf(db, 'x')]).toEqual([{ n: 2 }, 2])
  db.close()
})

test('a transaction that may wait for the disk is committed, and the next one is forced again', () => {
  const db = openDatabase(path(), migrations)
  const level = () => db.get('PRAGMA synchronous')
  const write = (key: string) => writeSetting(db, key, key, 1)
  db.transaction(() => {
    write('soft')
    expect(level()).toEqual({ synchronous: 1 })
  }, 'later')
  expect(level()).toEqual({ synchronous: 2 })
  expect(() =>
    db.transaction(() => {
      write('undone')
      throw new Error('on the way')
    }, 'later'),
  ).toThrow('on the way')
  expect(level()).toEqual({ synchronous: 2 })
  db.transaction(() => db.transaction(() => write('inner')), 'later')
  db.sync()
  const other = readDatabase(path())
  expect(['soft', 'inner', 'undone'].map((key) => readSetting(other, key, ''))).toEqual(['soft', 'inner', ''])
  other.close()
  db.close()
})

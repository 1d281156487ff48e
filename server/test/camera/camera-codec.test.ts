/** The codec of a camera is a column since migration 0012; an older database keeps its values. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allCameras } from '#src/camera/camera.store.ts'
import { openDatabase } from '#src/core/db.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import { migrations } from '../device.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parking-codec-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A folder with only the migrations up to 0011. */
function olderMigrations(): string {
  const older = join(folder, 'migrations')
  mkdirSync(older)
  for (const name of readdirSync(migrations))
    if (name < '0012') copyFileSync(join(migrations, name), join(older, name))
  return older
}

const add_camera = `INSERT INTO camera
  VALUES (?, ?, '192.0.2.1', ?, '', '', 1, 0, 0, 0, 0, '', '', '', 0, 0, '', 1, '', 0, 0)`

test('migrating an older database copies the codecs from the settings and drops the document', () => {
  const path = join(folder, 'parking.db')
  const older = openDatabase(path, olderMigrations())
  for (const [at, sn] of ['SN-1', 'SN-2', 'SN-3'].entries()) older.run(add_camera, [sn, sn, 80 + at])
  writeSetting(older, 'camera_codec', { 'SN-1': 'H.264', 'SN-2': 'H.265', 'SN-deleted': 'MJPEG' }, 1)
  writeSetting(older, 'business_mode', { mode: 1 }, 1)
  older.close()

  const db = openDatabase(path, migrations)
  expect(allCameras(db).map(({ camera_sn, codec }) => [camera_sn, codec])).toEqual([
    ['SN-1', 'H.264'],
    ['SN-2', 'H.265'],
    ['SN-3', ''],
  ])
  expect(readSetting(db, 'camera_codec', 'none')).toBe('none')
  expect(readSetting(db, 'business_mode', {})).toEqual({ mode: 1 })
  db.close()
})

test('an older database without cameras or codecs is migrated', () => {
  const path = join(folder, 'parking.db')
  const older = openDatabase(path, olderMigrations())
  older.run(add_camera, ['SN-1', 'SN-1', 80])
  older.close()
  const db = openDatabase(path, migrations)
  expect(allCameras(db).map(({ codec }) => codec)).toEqual([''])
  db.close()
})

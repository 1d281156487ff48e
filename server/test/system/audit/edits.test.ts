/**
 * Edits of copies of a device's data folder, as a user of root rights can make them: each is found, or it is
 * listed in docs/audit-chain.md as what cannot be proved. Long because each edit is one row of a table.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Head } from '#src/core/audit-head.ts'
import { readDatabase } from '#src/core/db.ts'
import { append, openChainFile } from '#src/system/audit/chain.store.ts'
import { verifyDatabase } from '#src/system/audit/verify-file.ts'
import { migrations, openDevice, type Device } from '../../device.ts'
import {
  acts,
  cutFrom,
  deleteRowOf,
  editBoth,
  exchange,
  forgetWitness,
  hide,
  insertRow,
  linkRow,
  makeAgain,
  marksIn,
  no_marks,
  rehash,
  renumber,
  type Copy,
} from './edited-copy.ts'

/** The link in the middle that an edit is about, and the rows up to it. */
const middle = 7

/** Folders of copies: the device, the same device earlier, and another device. */
let now_at: string
let earlier_at: string
let other_at: string
/** The head that the platform has: of the newest link. */
let head: Head
const folders: string[] = []

const folderFor = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `parking-${name}-`))
  folders.push(folder)
  return folder
}
function copyOf(box: Device, name: string): string {
  const folder = folderFor(name)
  box.deps.audit_chain.reader().run('PRAGMA wal_checkpoint(TRUNCATE)')
  box.deps.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  for (const file of ['parking.db', 'audit.db', 'media.key', 'secret.key'])
    cpSync(join(box.folder, file), join(folder, file))
  return folder
}
async function act(box: Device, times: number): Promise<void> {
  const token = await box.tokenOf('admin')
  for (let at = 0; at < times; at++) {
    box.wait(60_000)
    await box.call('set_basic_info', { name: `box ${at}` }, token)
  }
  await box.deps.audit_chain.noteWitness()
}

beforeAll(async () => {
  const box = await openDevice()
  await act(box, acts / 2)
  earlier_at = copyOf(box, 'earlier')
  await act(box, acts / 2)
  head = box.deps.audit_chain.head()
  now_at = copyOf(box, 'now')
  await box.close()
  const other = await openDevice()
  await act(other, acts)
  other_at = copyOf(other, 'other')
  await other.close()
})
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const sql =
  (statement: string) =>
  ({ chain }: Copy) =>
    void chain.run(statement)
const onMain =
  (statement: string) =>
  ({ main }: Copy) =>
    main.exec(statement)

/** Files of another copy, or an edit of the open databases; what is found without and with a head. */
type Edit = {
  edit?: (copy: Copy) => void
  files?: { from: () => string; names: string[] }
  alone: string[]
  with_head?: string[]
}
const edits: Record<string, Edit> = {
  'nothing at all': { edit: () => undefined, alone: [] },
  'content of a link': {
    edit: sql(`UPDATE content SET content = replace(content, 'box', 'fox') WHERE seq = 7`),
    alone: ['edited'],
  },
  'salt of a link': {
    edit: sql(`UPDATE content SET salt = randomblob(16) WHERE seq = 7`),
    alone: ['edited'],
  },
  'content moved to another link': {
    edit: sql('UPDATE content SET seq = 99 WHERE seq = 7'),
    alone: ['content_deleted', 'edited', 'shown_added'],
  },
  'a row of the list': {
    edit: onMain(`UPDATE log SET content = 'nothing' WHERE id = (SELECT max(id) FROM log)`),
    alone: ['shown_edited'],
  },
  'the type of a row, so that the list of users lacks it': {
    edit: onMain('UPDATE log SET type = 1 WHERE id = (SELECT max(id) FROM log)'),
    alone: ['shown_deleted'],
  },
  'the level of a row, so that no list has it': {
    edit: onMain('UPDATE log SET level = 99 WHERE id = (SELECT max(id) FROM log)'),
    alone: ['shown_edited'],
  },
  'a second name in a row, which a filter reads first': {
    edit: onMain(
      `UPDATE log SET detail = '{"audit":{"who":"other"},' || substr(detail, 2)
       WHERE id = (SELECT max(id) FROM log)`,
    ),
    alone: ['shown_edited'],
  },
  'the mark of a row': {
    edit: onMain('UPDATE log SET mark = NULL WHERE id = (SELECT max(id) FROM log)'),
    alone: ['shown_edited'],
  },
  'content and row alike': { edit: (copy) => editBoth(copy, middle), alone: ['edited'] },
  'content and row alike, re-hashed from there': {
    edit: (copy) => (editBoth(copy, middle), rehash(copy, middle, no_marks)),
    alone: ['rewritten', 'shown_edited', 'unmarked'],
  },
  'the same with marks, and the kept head removed': {
    edit: (copy) => (
      editBoth(copy, middle, copy.marks),
      rehash(copy, middle, copy.marks),
      forgetWitness(copy)
    ),
    alone: [],
    with_head: ['rewritten'],
  },
  'content deleted': {
    edit: sql('DELETE FROM content WHERE seq = 7'),
    alone: ['content_deleted', 'shown_added'],
  },
  'a row of the list deleted': {
    edit: onMain('DELETE FROM log WHERE id = (SELECT max(id) FROM log)'),
    alone: ['shown_deleted'],
  },
  'link, content and row deleted in the middle': {
    edit: (copy) => (deleteRowOf(copy, middle), copy.chain.run('DELETE FROM link WHERE seq = 7')),
    alone: ['deleted'],
  },
  'the same, later links renumbered': {
    edit: (copy) => (
      deleteRowOf(copy, middle),
      copy.chain.run('DELETE FROM link WHERE seq = 7'),
      renumber(copy, middle + 1)
    ),
    alone: ['cut', 'link_edited', 'replaced'],
  },
  'the same, re-hashed without marks': {
    edit: (copy) => (
      deleteRowOf(copy, middle),
      copy.chain.run('DELETE FROM link WHERE seq = 7'),
      renumber(copy, middle + 1),
      rehash(copy, middle, no_marks)
    ),
    alone: ['cut', 'unmarked'],
  },
  'the end cut, with its rows': { edit: (copy) => cutFrom(copy, 10), alone: ['cut'] },
  'the end cut, with its rows and the kept head': {
    edit: (copy) => (cutFrom(copy, 10), forgetWitness(copy)),
    alone: [],
    with_head: ['cut'],
  },
  'the end cut, its rows left': {
    edit: sql('DELETE FROM link WHERE seq >= 10'),
    alone: ['cut', 'edited', 'unlinked'],
  },
  'two links exchanged': {
    edit: (copy) => exchange(copy, 7, 8),
    alone: ['edited', 'link_edited', 'replaced'],
  },
  'a link before the first': {
    edit: sql(
      `INSERT INTO link SELECT 0, time_ms, kind, content_hash, prev, hash, log_id, v, mark
       FROM link WHERE seq = 1`,
    ),
    alone: ['content_deleted', 'link_edited', 'replaced'],
  },
  'links after the head rewritten with marks': {
    edit: (copy) => linkRow(copy, insertRow(copy, { what: 'call' }, copy.marks), 'row', copy.marks),
    alone: [],
  },
  'a row inserted': { edit: (copy) => void insertRow(copy, { what: 'call' }, no_marks), alone: ['unlinked'] },
  'a row inserted and linked': {
    edit: (copy) => linkRow(copy, insertRow(copy, { what: 'call' }, no_marks), 'row', no_marks),
    alone: ['shown_edited', 'unmarked'],
  },
  'a row inserted among linked ones': {
    edit: onMain(`INSERT INTO log (id, timestamp_ms, type, level, content) VALUES (-1, 1, 2, 1, 'x')`),
    alone: ['shown_added'],
  },
  'a deletion without a record': {
    edit: (copy) => (
      deleteRowOf(copy, middle),
      append(
        copy.chain,
        { time_ms: 1, kind: 'pruned' },
        { by: 'admin', ranges: [[middle, middle]] },
        copy.marks,
      )
    ),
    alone: ['content_deleted', 'pruned_wrongly'],
  },
  'a deletion of one row for the budget': {
    edit: (copy) => hide(copy, [middle, middle], copy.marks, true),
    alone: ['pruned_wrongly'],
  },
  'a deletion of one row with a record': {
    edit: (copy) => hide(copy, [middle, middle], copy.marks),
    alone: ['pruned_wrongly'],
  },
  'a deletion of one row with a record, without marks': {
    edit: (copy) => hide(copy, [middle, middle], no_marks),
    alone: ['pruned_wrongly', 'shown_edited', 'unmarked'],
  },
  'a deletion of the oldest rows with a record, without marks': {
    edit: (copy) => hide(copy, [2, middle], no_marks),
    alone: ['shown_edited', 'unmarked'],
  },
  'a deletion of the oldest rows with a record and marks': {
    edit: (copy) => hide(copy, [2, middle], copy.marks),
    alone: [],
  },
  'time of a link': {
    edit: sql('UPDATE link SET time_ms = time_ms - 1 WHERE seq = 7'),
    alone: ['link_edited'],
  },
  'kind of a link': {
    edit: sql(`UPDATE link SET kind = 'foreign' WHERE seq = 7`),
    alone: ['foreign', 'link_edited'],
  },
  'the newest linked row, so that later rows are not linked': {
    edit: sql('UPDATE link SET log_id = 1000000 WHERE seq = 13'),
    alone: ['link_edited', 'shown_added'],
  },
  'the form of a link': { edit: sql('UPDATE link SET v = 1 WHERE seq = 7'), alone: ['link_edited'] },
  'hash of a link': {
    edit: sql('UPDATE link SET hash = randomblob(32) WHERE seq = 7'),
    alone: ['link_edited', 'replaced', 'unmarked'],
  },
  'marks removed': { edit: sql('UPDATE link SET mark = NULL'), alone: ['unmarked'] },
  'id of the chain': {
    edit: sql('UPDATE chain SET chain_id = randomblob(16)'),
    alone: ['link_edited', 'wiped'],
  },
  'a second chain id': { edit: sql('INSERT INTO chain VALUES (randomblob(16))'), alone: [] },
  'all links deleted': {
    edit: (copy) => ['link', 'content', 'chain'].forEach((table) => copy.chain.run(`DELETE FROM ${table}`)),
    alone: ['unlinked', 'wiped'],
  },
  'a chain made again with marks, and the kept head removed': {
    edit: (copy) => (makeAgain(copy), forgetWitness(copy)),
    alone: [],
    with_head: ['wiped'],
  },
  'the kept head': { edit: forgetWitness, alone: [] },
  'a trigger on the log': {
    edit: onMain(`CREATE TRIGGER quiet AFTER INSERT ON log BEGIN DELETE FROM log WHERE id = NEW.id; END`),
    alone: ['strange_parts'],
  },
  'a trigger on another table that deletes from the log': {
    edit: onMain(
      `CREATE TRIGGER quiet AFTER UPDATE ON settings BEGIN
         DELETE FROM "log" WHERE id = (SELECT max(id) FROM log); END`,
    ),
    alone: ['strange_parts'],
  },
  'a trigger of the program removed': {
    edit: onMain('DROP TRIGGER proof_event_out'),
    alone: ['strange_parts'],
  },
  'a trigger of the program without effect': {
    edit: onMain(
      `DROP TRIGGER proof_event_in;
       CREATE TRIGGER proof_event_in AFTER INSERT ON event WHEN new.event_id < 0 BEGIN
         INSERT OR REPLACE INTO proof_todo VALUES (0, new.event_id, new.uuid); END`,
    ),
    alone: ['strange_parts'],
  },
  'a log that ignores rows': {
    edit: onMain(
      `ALTER TABLE log RENAME TO kept;
       CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp_ms INTEGER NOT NULL,
         type INTEGER NOT NULL, level INTEGER NOT NULL, content TEXT NOT NULL UNIQUE ON CONFLICT IGNORE,
         detail TEXT UNIQUE ON CONFLICT IGNORE, mark BLOB) STRICT;
       INSERT INTO log SELECT * FROM kept; DROP TABLE kept`,
    ),
    alone: ['shown_deleted', 'strange_parts'],
  },
  'a trigger on the chain': {
    edit: sql('CREATE TRIGGER quiet AFTER INSERT ON link BEGIN DELETE FROM link WHERE seq = NEW.seq; END'),
    alone: ['strange_parts'],
  },
  'the key of another device': {
    files: { from: () => other_at, names: ['media.key'] },
    alone: ['shown_edited', 'unmarked'],
  },
  'an older copy of the chain': {
    files: { from: () => earlier_at, names: ['audit.db'] },
    alone: ['cut', 'unlinked'],
  },
  'an older copy of the main database': {
    files: { from: () => earlier_at, names: ['parking.db'] },
    alone: ['shown_deleted'],
  },
  'older copies of both': {
    files: { from: () => earlier_at, names: ['audit.db', 'parking.db'] },
    alone: [],
    with_head: ['cut'],
  },
  'the chain of another device': {
    files: { from: () => other_at, names: ['audit.db'] },
    alone: ['shown_edited', 'unmarked', 'wiped'],
  },
  'chain and main database of another device': {
    files: { from: () => other_at, names: ['audit.db', 'parking.db'] },
    alone: ['shown_edited', 'unmarked'],
    with_head: ['shown_edited', 'unmarked', 'wiped'],
  },
  'chain, main database and key of another device': {
    files: { from: () => other_at, names: ['audit.db', 'parking.db', 'media.key'] },
    alone: [],
    with_head: ['wiped'],
  },
}

/** Applies an edit to a new copy of the data folder and returns the folder. */
function edited({ edit, files }: Edit): string {
  const folder = folderFor('edit')
  cpSync(now_at, folder, { recursive: true })
  for (const name of files?.names ?? []) cpSync(join(files!.from(), name), join(folder, name))
  if (!edit) return folder
  const [chain, main] = [
    openChainFile(join(folder, 'audit.db')),
    new DatabaseSync(join(folder, 'parking.db')),
  ]
  edit({ folder, chain, main, marks: marksIn(folder) })
  chain.close()
  main.close()
  return folder
}

async function found(folder: string, known: readonly Head[]): Promise<string[]> {
  const [chain, shown] = [readDatabase(join(folder, 'audit.db')), readDatabase(join(folder, 'parking.db'))]
  const { findings } = await verifyDatabase(chain, { shown, known, marks: marksIn(folder), migrations })
  chain.close()
  shown.close()
  return [...new Set(findings.map(({ kind }) => kind))].toSorted()
}

test.each(Object.entries(edits))('%s', async (_, one) => {
  const folder = edited(one)
  const alone = await found(folder, [])
  expect({ alone, with_head: await found(folder, [head]) }).toEqual({
    alone: one.alone,
    with_head: one.with_head ?? one.alone,
  })
})

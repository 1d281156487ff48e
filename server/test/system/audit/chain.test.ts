/**
 * The audit chain: what is written, what a deletion leaves, and that every alteration is detected.
 * Long because it alters the chain in every way, in both forms.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { code } from '@parking/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readDatabase, type Db } from '#src/core/db.ts'
import { acceptLossOf } from '#src/accept-loss.ts'
import { headText } from '#src/core/audit-head.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { aboutRow, append, chainId, openChainFile, type LogRow } from '#src/system/audit/chain.store.ts'
import { verifyDatabase, verifyExport } from '#src/system/audit/verify-file.ts'
import { pruneLogs } from '#src/system/log/log-delete.ts'
import { insertLogs, type NewLog } from '#src/system/log/log.store.ts'
import { lacks } from '../../debian.ts'
import { migrations, openDevice, type Device } from '../../device.ts'

const documented = fileURLToPath(new URL('../../../../docs/audit-chain.md', import.meta.url))
const no_python = lacks('python3', spawnSync('python3', ['--version']).status !== 0)

let box: Device
afterEach(() => box.close())

const verify = (known: Parameters<typeof verifyDatabase>[1] = {}) =>
  verifyDatabase(box.deps.audit_chain.reader(), {
    shown: box.deps.db,
    marks: box.deps.audit_chain.marks,
    ...known,
  })
const kinds = async (known: Parameters<typeof verifyDatabase>[1] = {}) =>
  (await verify(known)).findings.map(({ kind }) => kind)

/** A device with some changes by a user. */
async function acted(n: number): Promise<string> {
  box = await openDevice()
  const token = await box.tokenOf('admin')
  for (let i = 0; i < n; i++) await box.call('set_basic_info', { name: `box ${i}` }, token)
  return token
}

describe('the chain', () => {
  test('has one link for each act, and verifies without findings', async () => {
    await acted(5)
    const { links, findings } = await verify()
    expect([links, findings]).toEqual([6, []])
  })

  test('continues after a kill, and imports the rows of an installation without a chain', async () => {
    await acted(3)
    const before = box.deps.audit_chain.head()
    box = await box.restart('killed')
    expect(box.deps.audit_chain.head()).toEqual(before)
    box.deps.db.run("DELETE FROM settings WHERE key = 'audit_witness'")
    box = await box.restart('in order', () => rmSync(join(box.folder, 'audit.db')))
    expect((await verify()).links).toBe(4)
  })

  test('a loss of its file is recorded by the chain that follows', async () => {
    await acted(3)
    const before = box.deps.audit_chain.head()
    box = await box.restart('in order', () => {
      rmSync(join(box.folder, 'audit.db'))
      acceptLossOf({ folder: box.folder, migrations }, 'audit.db')
    })
    expect(await kinds()).toEqual(['began_again'])
    expect(await kinds({ known: [before] })).toContain('wiped')
  })

  test('imports thousands of rows of an installation without a chain', async () => {
    box = await openDevice()
    const rows = Array.from({ length: 2_500 }, (_, i): NewLog => ({
      timestamp_ms: box.deps.now() - 5_000 + i,
      type: 2,
      level: 'INFO',
      content: `old act ${i}`,
    }))
    insertLogs(box.deps.db, rows)
    box.deps.db.run("DELETE FROM settings WHERE key = 'audit_witness'")
    box = await box.restart('in order', () => rmSync(join(box.folder, 'audit.db')))
    await box.deps.audit_chain.caughtUp()
    expect(await verify()).toMatchObject({ links: 2_501, findings: [] })
  })

  test('an act that is rolled back leaves no link', async () => {
    await acted(1)
    const { db, log_writer } = box.deps
    expect(() =>
      db.transaction(() => {
        log_writer.audit('INFO', 'never happened', { what: 'call' })
        throw new Error('rolled back')
      }),
    ).toThrow('rolled back')
    expect((await verify()).links).toBe(2)
  })
})

describe('a chain of form 1', () => {
  /** Writes the chain of the user rows as the versions before form 2 wrote it. */
  function writeOldChain(folder: string): void {
    const chain = openChainFile(join(folder, 'audit.db'))
    const old = new DatabaseSync(join(folder, 'parking.db'))
    old.exec("UPDATE log SET mark = NULL; DELETE FROM settings WHERE key = 'audit_witness'")
    const rows = old.prepare('SELECT * FROM log WHERE type = 2 ORDER BY id').all() as LogRow[]
    old.close()
    chain.run('DELETE FROM link')
    chain.run('DELETE FROM content')
    const id = chainId(chain)!
    let prev = Buffer.alloc(32)
    const link = (seq: number, kind: string, log_id: number, content: string, has_content = true) => {
      const salt = randomBytes(16)
      const fields = { v: 1, seq, time_ms: 1_700_000_000_000 + seq, kind, log_id, prev }
      const content_hash = createHash('sha256').update(salt).update(content).digest()
      const number = (n: number) => {
        const bytes = Buffer.alloc(8)
        bytes.writeBigInt64BE(BigInt(n))
        return bytes
      }
      const hash = createHash('sha256')
      for (const field of [id, number(seq), number(fields.time_ms), Buffer.from(kind), content_hash, prev]) {
        const length = Buffer.alloc(4)
        length.writeUInt32BE(field.length)
        hash.update(length).update(field)
      }
      const digest = hash.digest()
      chain.run('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, 1, NULL)', [
        seq,
        fields.time_ms,
        kind,
        content_hash,
        prev,
        digest,
        log_id,
      ])
      if (has_content) chain.run('INSERT INTO content VALUES (?, ?, ?)', [seq, salt, content])
      prev = digest
    }
    link(1, 'start', 0, canonicalJson({ chain_id: id.toString('hex'), why: 'new' }))
    rows.forEach((row, at) => link(at + 2, 'row', row.id, canonicalJson(aboutRow(row)), at > 0))
    const last = rows.at(-1)!.id
    link(rows.length + 2, 'pruned', last, canonicalJson({ by: 'budget', ranges: [[2, 2]] }))
    for (const column of ['v', 'mark']) chain.run(`ALTER TABLE link DROP COLUMN ${column}`)
    chain.close()
    const main = new DatabaseSync(join(folder, 'parking.db'))
    main.exec(`DELETE FROM log WHERE id = ${rows[0]!.id}`)
    main.close()
  }
  const found = async () => {
    const [chain, shown] = ['audit.db', 'parking.db'].map((file) => readDatabase(join(box.folder, file)))
    const { findings } = await verifyDatabase(chain!, { shown, known: [] })
    chain!.close()
    shown!.close()
    return findings.map(({ kind }) => kind)
  }

  test('verifies as it is, goes on in form 2, and is found to be edited', async () => {
    await acted(5)
    box.deps.audit_chain.close()
    writeOldChain(box.folder)
    expect(await found()).toEqual([])
    box = await box.restart()
    await box.call('set_basic_info', { name: 'later' }, await box.tokenOf('admin'))
    expect(await kinds()).toEqual([])
    const chain = box.deps.audit_chain.reader()
    const forms = chain.all<{ v: number; kind: string }>(
      'SELECT v, kind FROM link WHERE seq > 6 ORDER BY seq',
    )
    expect(forms).toEqual([
      { v: 1, kind: 'pruned' },
      { v: 2, kind: 'form' },
      { v: 2, kind: 'row' },
    ])
    for (const edit of [
      'UPDATE link SET log_id = log_id + 1 WHERE seq = 4',
      'UPDATE link SET log_id = 900 WHERE seq = 7',
      'UPDATE link SET v = 2 WHERE seq = 4',
      "UPDATE link SET kind = 'form' WHERE seq = 9",
    ]) {
      chain.run('SAVEPOINT edit')
      chain.run(edit)
      expect([edit, await kinds()]).toEqual([edit, expect.arrayContaining(['link_edited'])])
      chain.run('ROLLBACK TO edit')
      chain.run('RELEASE edit')
    }
    expect(await kinds()).toEqual([])
  })
})

describe('a deletion', () => {
  test('of everything, twice, leaves every link and both tombstones', async () => {
    const token = await acted(4)
    const end_ms = box.deps.now() + 1
    for (let i = 0; i < 2; i++) await box.call('delete_log', { type: 2, end_ms }, token)
    await box.deps.log_deletion.settled()
    const { links, pruned, findings } = await verify()
    expect({ links, pruned, findings }).toEqual({ links: 8, pruned: 4, findings: [] })
    const { data } = await box.call('log', { type: 2, page: 1, page_size: 50 }, token)
    expect(data.list.map(({ what }) => what)).toEqual(['log_deleted', 'log_deleted'])
  })

  test('for the budget is recorded too', async () => {
    await acted(6)
    const budget = { rows: 100, bytes: 1_000_000 }
    await pruneLogs(box.deps, { 1: budget, 2: { rows: 2, bytes: 1_000_000 }, 3: budget, 4: budget })
    expect(await verify({ least_left: 0 })).toMatchObject({ pruned: 4, findings: [] })
    expect(await kinds()).toEqual(['pruned_wrongly'])
  })
})

describe('the calls', () => {
  test('verify the chain, even against a head that was kept outside', async () => {
    const token = await acted(3)
    const { data } = await box.call('verify_audit', {}, token)
    expect(data).toMatchObject({ links: 4, pruned: 0, findings: [] })
    const [chain_id] = data.head.split(':')
    const later = await box.call('verify_audit', { known_head: `${chain_id}:9:${'0'.repeat(64)}` }, token)
    expect(later.data.findings).toEqual([{ kind: 'cut', first: 5, last: 9 }])
    expect((await box.call('verify_audit', { known_head: 'x' }, token)).code).toBe(code.format_error)
  })

  test('export links that verify only if they are unaltered', async () => {
    const token = await acted(3)
    const { data } = await box.call('audit_links', { after: 0, limit: 1_000 }, token)
    const lines = [{ chain_id: data.chain_id }, ...data.links].map((line) => JSON.stringify(line))
    expect(verifyExport(lines)).toMatchObject({ links: 4, findings: [] })
    expect(verifyExport(lines.map((line) => line.replace('box 1', 'box 7'))).findings[0]?.kind).toBe('edited')
    const viewer = await box.tokenOf('viewer')
    expect((await box.call('audit_links', { after: 0, limit: 1 }, viewer)).code).toBe(code.permission_denied)
  })
})

describe('an alteration by hand', () => {
  const alterations: Record<string, (chain: Db, seq: number) => string> = {
    'content edited': (chain, seq) => {
      chain.run("UPDATE content SET content = replace(content, 'box', 'fox') WHERE seq = ?", [seq])
      return 'edited'
    },
    'content deleted': (chain, seq) => {
      chain.run('DELETE FROM content WHERE seq = ?', [seq])
      return 'content_deleted'
    },
    'time edited': (chain, seq) => {
      chain.run('UPDATE link SET time_ms = time_ms + 1 WHERE seq = ?', [seq])
      return 'link_edited'
    },
    'kind edited': (chain, seq) => {
      chain.run("UPDATE link SET kind = 'pruned' WHERE seq = ?", [seq])
      return 'link_edited'
    },
    'deleted in the middle': (chain, seq) => {
      chain.run('DELETE FROM link WHERE seq = ?', [seq])
      return 'deleted'
    },
    'cut at the tail': (chain, seq) => {
      chain.run('DELETE FROM link WHERE seq >= ?', [seq])
      chain.run('DELETE FROM content WHERE seq >= ?', [seq])
      return 'cut'
    },
    wiped: (chain) => {
      for (const table of ['link', 'content', 'chain'] as const) chain.run(`DELETE FROM ${table}`)
      return 'wiped'
    },
  }

  test('is detected, whatever it is and wherever', async () => {
    await acted(20)
    const { audit_chain, folder } = box.deps
    const head = audit_chain.head()
    audit_chain.reader().run('PRAGMA wal_checkpoint(TRUNCATE)')
    const copy = join(folder, 'copy.db')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(alterations)),
        fc.integer({ min: 2, max: 20 }),
        async (name, seq) => {
          for (const side of ['', '-wal', '-shm']) rmSync(`${copy}${side}`, { force: true })
          copyFileSync(join(folder, 'audit.db'), copy)
          const chain = openChainFile(copy)
          const kind = alterations[name]!(chain, seq)
          chain.close()
          const read = readDatabase(copy)
          const { findings } = await verifyDatabase(read, { known: [head] })
          read.close()
          const found = findings.filter((one) => one.kind === kind)
          expect(found.length).toBeGreaterThan(0)
          if (kind !== 'wiped')
            expect(found.some(({ first, last }) => first <= seq && seq <= last)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of any field of any link is detected, at that link or the next', async () => {
    await acted(20)
    const { audit_chain, folder } = box.deps
    const head = audit_chain.head()
    audit_chain.reader().run('PRAGMA wal_checkpoint(TRUNCATE)')
    const copy = join(folder, 'copy.db')
    const places = [
      ['link', 'time_ms', fc.integer({ min: 0 })],
      ['link', 'kind', fc.constantFrom('row', 'tombstone', 'pruned', 'start', 'x')],
      ['link', 'content_hash', fc.uint8Array({ minLength: 32, maxLength: 32 })],
      ['link', 'prev', fc.uint8Array({ minLength: 32, maxLength: 32 })],
      ['link', 'hash', fc.uint8Array({ minLength: 32, maxLength: 32 })],
      ['link', 'log_id', fc.integer({ min: 0 })],
      ['link', 'v', fc.integer({ min: 0, max: 3 })],
      ['content', 'salt', fc.uint8Array({ minLength: 16, maxLength: 16 })],
      ['content', 'content', fc.string()],
    ] as const
    const edits = fc.oneof(
      ...places.map(([table, column, value]) =>
        fc.record({
          table: fc.constant(table),
          column: fc.constant(column),
          value,
          seq: fc.integer({ min: 1, max: 21 }),
        }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(edits, async ({ table, column, value, seq }) => {
        for (const side of ['', '-wal', '-shm']) rmSync(`${copy}${side}`, { force: true })
        copyFileSync(join(folder, 'audit.db'), copy)
        const chain = openChainFile(copy)
        const same = chain.get(`SELECT 1 FROM ${table} WHERE seq = ? AND ${column} = ?`, [seq, value])
        chain.run(`UPDATE ${table} SET ${column} = ? WHERE seq = ?`, [value, seq])
        chain.close()
        const read = readDatabase(copy)
        const { findings } = await verifyDatabase(read, { known: [head] })
        read.close()
        const named = findings.some(({ first, last }) => first <= seq + 1 && seq <= last)
        expect(named).toBe(same === undefined)
      }),
      { numRuns: 100 },
    )
  })

  test('that replaces a link, or recomputes the rest, is detected', async () => {
    await acted(10)
    const { audit_chain } = box.deps
    const [head, chain] = [audit_chain.head(), audit_chain.reader()]
    const rest = chain.all<{ seq: number; kind: string; time_ms: number; log_id: number; content: string }>(
      'SELECT seq, kind, time_ms, log_id, content FROM link JOIN content USING (seq) WHERE seq >= 6',
    )
    const after = chain.all<{ seq: number; hash: Uint8Array }>(
      'SELECT * FROM link WHERE seq > 6 ORDER BY seq',
    )
    const remove = () => {
      for (const table of ['link', 'content'] as const) chain.run(`DELETE FROM ${table} WHERE seq >= 6`)
    }
    const forge = ({ content, ...link }: (typeof rest)[number]) =>
      append(chain, link, JSON.parse(content.replace('box', 'fox')) as object, audit_chain.marks)
    remove()
    forge(rest[0]!)
    for (const link of after)
      chain.run(
        `INSERT INTO link VALUES (:seq, :time_ms, :kind, :content_hash, :prev, :hash, :log_id, :v, :mark)`,
        { ...link },
      )
    const { findings } = await verifyDatabase(chain, { known: [head] })
    expect(findings).toContainEqual({ kind: 'replaced', first: 7, last: 7 })
    remove()
    for (const link of rest) forge(link)
    expect((await verifyDatabase(chain)).findings).toEqual([])
    expect((await verifyDatabase(chain, { known: [head] })).findings).toEqual([
      { kind: 'rewritten', first: head.seq, last: head.seq },
    ])
  })

  test('of the list that users see is detected', async () => {
    await acted(4)
    const { db } = box.deps
    const ids = db.all<{ id: number }>('SELECT id FROM log WHERE type = 2 ORDER BY id').map(({ id }) => id)
    db.run("UPDATE log SET content = 'nothing' WHERE id = ?", [ids[1]!])
    db.run('DELETE FROM log WHERE id = ?', [ids[2]!])
    expect(await kinds()).toEqual(['shown_edited', 'shown_deleted'])
  })
})

test.skipIf(no_python)('the program in docs/audit-chain.md verifies it without our code', async () => {
  await acted(3)
  const head = box.deps.audit_chain.head()
  const program = /```python\n([\s\S]*?)```/.exec(readFileSync(documented, 'utf8'))?.[1] ?? ''
  const run = () =>
    spawnSync('python3', ['-c', program, join(box.folder, 'audit.db')], { encoding: 'utf8' }).stdout.trim()
  expect(run()).toBe(`head ${headText(head)}`)
  box.deps.audit_chain.reader().run("UPDATE content SET content = content || ' ' WHERE seq = 2")
  expect(run()).toContain('edited: 2')
})

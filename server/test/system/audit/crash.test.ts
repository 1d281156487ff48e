/** What a crash leaves between log and audit chain, and how the next start tells it from other rows. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyDatabase } from '#src/system/audit/verify-file.ts'
import { finishDeletions } from '#src/system/log/log-delete.ts'
import { openDevice, type Device } from '../../device.ts'

async function act(box: Device, times: number): Promise<void> {
  const token = await box.tokenOf('admin')
  for (let at = 0; at < times; at++) await box.call('set_basic_info', { name: `box ${at}` }, token)
}

test.each(['killed', 'in order'] as const)(
  'a start links what a crash left, and names the rest (%s)',
  async (how) => {
    const box = await openDevice()
    await act(box, 2)
    const { db, log_writer } = box.deps
    // A crash between the row and its link: nothing wakes the chain.
    log_writer.setOnWritten(() => undefined)
    log_writer.audit('INFO', 'left by a crash', { what: 'call' })
    db.run(
      `INSERT INTO log (timestamp_ms, type, level, content, mark)
       SELECT timestamp_ms, 2, 1, 'foreign', mark FROM log`,
    )
    const again = await box.restart(how)
    const chain = again.deps.audit_chain.reader()
    const { findings } = await verifyDatabase(chain, {
      shown: again.deps.db,
      marks: again.deps.audit_chain.marks,
    })
    const kinds = chain.all<{ kind: string; content: string }>(
      'SELECT kind, content FROM link JOIN content USING (seq)',
    )
    expect(kinds.find(({ content }) => content.includes('left by a crash'))?.kind).toBe('row')
    for (const { kind } of kinds.filter(({ content }) => content.includes('foreign')))
      expect(kind).toBe('foreign')
    expect([...new Set(findings.map(({ kind }) => kind))]).toEqual(['foreign'])
    await again.close()
  },
)

test('a deletion that a crash has interrupted is finished', async () => {
  const box = await openDevice()
  await act(box, 6)
  const { db, audit_chain } = box.deps
  const token = await box.tokenOf('admin')
  const end_ms = box.deps.now()
  const rows = db.all('SELECT * FROM log')
  const contents = audit_chain.reader().all<{ seq: number }>('SELECT * FROM content')
  box.wait(1_000)
  await box.call('delete_log', { type: 2, end_ms }, token)
  await box.deps.log_deletion.settled()
  // As if the crash had come before anything was deleted.
  for (const row of rows)
    db.run('INSERT INTO log VALUES (:id, :timestamp_ms, :type, :level, :content, :detail, :mark)', { ...row })
  for (const one of contents)
    audit_chain.reader().run('INSERT OR IGNORE INTO content VALUES (:seq, :salt, :content)', { ...one })
  const options = { shown: db, marks: audit_chain.marks }
  expect((await verifyDatabase(audit_chain.reader(), options)).findings.map(({ kind }) => kind)).toContain(
    'pruned_wrongly',
  )
  await finishDeletions(box.deps)
  expect((await verifyDatabase(audit_chain.reader(), options)).findings).toEqual([])
  await box.close()
})

test('acts on an older main database are linked, although their ids were linked before', async () => {
  let box = await openDevice()
  await act(box, 2)
  box.deps.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const older = readFileSync(join(box.folder, 'parking.db'))
  await act(box, 4)
  const { seq } = box.deps.audit_chain.head()
  box = await box.restart('in order', () => writeFileSync(join(box.folder, 'parking.db'), older))
  await act(box, 3)
  expect(box.deps.audit_chain.head().seq).toBe(seq + 3)
  const { findings } = await verifyDatabase(box.deps.audit_chain.reader(), { shown: box.deps.db })
  expect(findings).toEqual([{ kind: 'shown_deleted', first: seq - 3, last: seq }])
  await box.close()
})

/** The conformance kit of the analysis socket: its findings on correct and on faulty programs. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckName, Finding } from '#src/analysis-check/findings.ts'
import { reportOf } from '#src/analysis-check/report.ts'
import { runCheck } from '#src/analysis-check/run-check.ts'
import { drawnScenery, type Scenery } from '#src/analysis-check/scenery.ts'
import { plainScenery } from './plain-scenery.ts'

const faulty = join(import.meta.dirname, 'faulty.mjs')
/** The built program; vitest.config.ts builds it before the first test. */
const simulated = join(import.meta.dirname, '../../dist/analysis.js')

const check = (command: [string, ...string[]], scenery: Scenery, patience_ms: number) =>
  runCheck({ command, scenery, patience_ms, cwd: import.meta.dirname })
const checkFaulty = async (...faults: string[]): Promise<Finding[]> =>
  (await check([process.execPath, faulty, ...faults], plainScenery(), 4000)).findings
const named = (findings: readonly Finding[], outcome: Finding['outcome']) =>
  findings.filter((one) => one.outcome === outcome).map((one) => one.check)
const sentences = (findings: readonly Finding[]) => findings.flatMap(({ messages }) => messages).join('\n')

describe.concurrent('the conformance kit', () => {
  test('finds nothing wrong with the simulated analysis program', async () => {
    const command = ['env', 'STREET_POLL_MS=150', process.execPath, simulated] as const
    const { findings } = await check([...command], drawnScenery(), 30_000)
    expect(findings.filter(({ outcome }) => outcome === 'wrong')).toEqual([])
    expect(named(findings, 'not shown').filter((one) => one !== 'ping')).toEqual(['looks'])
  })

  test('finds nothing wrong with a small program, and lists what the program did not show', async () => {
    const findings = await checkFaulty()
    expect(findings.filter(({ outcome }) => outcome === 'wrong')).toEqual([])
    expect(named(findings, 'not shown')).toEqual(['looks', 'health', 'ping'])
    const lines = reportOf(findings)
    expect(lines).toContain('ok         after kill -9 no event is lost')
    expect(lines.at(-1)).toBe(`${findings.length - 3} ok, 0 wrong, 3 not shown`)
  })

  test.for<[faults: string[], wrong: CheckName[], sentence: string]>([
    [
      ['seconds', 'share', 'colour', 'uuid', 'pixels'],
      ['uuid', 'event_time', 'plate_color', 'confidence', 'plate_box'],
      'is in seconds, not in milliseconds',
    ],
    [
      ['percentage', 'strange_lot', 'stays'],
      ['state', 'state_lots', 'stdin'],
      'scene-1/Z99 is not configured',
    ],
    [['old_lots'], ['state_lots'], 'scene-2/B04 is not configured'],
    [['no_state'], ['state_rate'], 'two did not come in 10 s'],
    [
      ['revision', 'unknown_type'],
      ['lines', 'config_taken'],
      'it names revision 1; this connection got 4101',
    ],
    [['no_picture'], ['pictures', 'files_kept'], 'is not in the spool folder'],
    [['half_picture'], ['pictures', 'files_kept'], 'is half a JPEG'],
    [['no_resend'], ['busy', 'unacknowledged', 'killed'], 'event 1 of scene-1/A02 did not come again'],
    [['other_uuid'], ['one_uuid', 'busy', 'unacknowledged', 'killed'], 'came under another uuid'],
    [['refused_again'], ['refused'], 'event 1 of scene-2/B02 came again'],
    [['keeps'], ['stored', 'duplicate'], 'event 1 of scene-1/A03 came again'],
    [['forgets'], ['alternate', 'killed', 'missed'], 'event 0 of scene-1/A03 follows event 1'],
    [['strict'], ['unknown', 'stable'], 'it ended by itself (status 3)'],
    [['long'], ['lines'], 'a line is longer than 1 MiB'],
    [['health'], ['health'], 'camera_sn is "SN-X", which is not configured'],
    [['late_hello'], ['connect', 'hello'], 'the first line of a connection is "ping"'],
  ])('names the faults %s', async ([faults, wrong, sentence]) => {
    const findings = await checkFaulty(...faults)
    expect(named(findings, 'wrong')).toEqual(wrong)
    expect(sentences(findings)).toContain(sentence)
  })

  test('reports a program that does not exist', async () => {
    const { findings } = await check(['no-such-program'], plainScenery(), 5000)
    expect(named(findings, 'wrong')).toEqual(['connect'])
    expect(sentences(findings)).toContain('it cannot be started: spawn no-such-program ENOENT')
  })

  test('says what to do if the whole command line was quoted', async () => {
    const { findings } = await check(['node program.js'], plainScenery(), 5000)
    expect(sentences(findings)).toContain(
      'it cannot be started: spawn node program.js ENOENT. Give the program and its arguments as separate ' +
        'words, without quotation marks',
    )
  })
})

/** Recorded looks reproduce every decision, and show what other parameters would have decided. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '#src/decide/decide.ts'
import { parametersOf, type AlgParam } from '#src/decide/parameters.ts'
import { no_state, type State } from '#src/decide/state.ts'
import type { Look, LotLook } from '#src/look/look.ts'
import { lookPacker, lookUnpacker } from '#src/record/pack-look.ts'
import { recordLooks, type Recorded } from '#src/record/record-looks.ts'
import { InvalidRecordingError, packRecording, readRecording } from '#src/record/recording.ts'
import { createReplay } from '#src/record/replay.ts'
import { factory, lookAt, lotWith, reading, run, type Thing } from '../decide/looks.ts'

const lot = fc
  .record({
    thing: fc.constantFrom<Thing>('empty', 'a', 'b'),
    llr: fc.option(fc.double({ min: -8, max: 8, noNaN: true }), { nil: undefined }),
    noise: fc.nat(20),
    text: fc.option(fc.constantFrom('粤B12345', '粤B99871'), { nil: undefined }),
    unknown: fc.boolean(),
  })
  .map(({ thing, llr, noise, text, unknown }): LotLook => {
    const one = lotWith(thing, {
      ...(llr !== undefined && { llr }),
      noise,
      ...(text && { plate: reading(text) }),
    })
    return unknown && noise > 15 ? { ...one, evidence: { kind: 'unknown', why: 'glare' } } : one
  })
/** Runs of similar looks, as on a real street. */
const looks = fc
  .array(fc.record({ lot, count: fc.integer({ min: 1, max: 20 }), step: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 10,
  })
  .map((parts) => {
    let at = 0
    return parts.flatMap(({ lot, count, step }) =>
      Array.from({ length: count }, (): Look => lookAt((at += step), [lot])),
    )
  })
const alg = fc
  .record({
    track_seconds: fc.integer({ min: 1, max: 60 }),
    merge_seconds: fc.constantFrom(0, 5, 60, 600),
    event_th: fc.constantFrom(0, 0.5, 0.9),
    sim_th: fc.double({ min: 0, max: 1, noNaN: true }),
    auto_plate_th: fc.constantFrom(0, 0.5, 0.99),
  })
  .map((changes): AlgParam => ({ ...factory, ...changes }))

/** Records looks as the program does; `by` gives the parameters at each look. */
async function record(seen: readonly Look[], by: (at: number) => AlgParam, from: State = no_state) {
  const recorder = recordLooks(seen[0]?.camera_sn ?? 'C')
  const done: Recorded[] = []
  let state = from
  for (const [at, look] of seen.entries()) {
    const alg_param = by(at)
    const step = decide(state, look, parametersOf(alg_param))
    done.push(
      ...(await recorder.add(
        { look, before: state, after: step.state, events: step.events },
        { alg_param, difficult: {}, model: '' },
      )),
    )
    state = step.state
  }
  done.push(...(await recorder.finish()))
  return { state, recordings: await Promise.all(done.map(({ file }) => readRecording(file))) }
}

test('a look is unpacked without any loss', () => {
  const luma = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.double({ noNaN: true })), {
    maxLength: 20,
  })
  const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 })
  const colours = fc.oneof(
    fc.array(
      fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
      { maxLength: 12 },
    ),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ luma: fc.oneof(bytes, luma), colours, cell: fc.nat(1) }), { maxLength: 6 }),
      (shown) => {
        const [packer, unpacker] = [lookPacker(), lookUnpacker('C')]
        for (const { luma, colours, cell } of shown) {
          // JSON has no negative zero, and neither has a picture.
          const plain = luma.map((value) => (Number.isFinite(value) ? value + 0 : 0))
          const look = lookAt(1, [{ ...lotWith('a'), cell, appearance: { luma: plain, colours } }])
          const line = JSON.parse(JSON.stringify(packer.pack({ ...look, camera_sn: 'C' }))) as never
          expect(unpacker.unpack(line)).toEqual({ ...look, camera_sn: 'C' })
        }
      },
    ),
  )
})

describe('a replay', () => {
  test('reproduces the decisions, whenever the parameters changed', async () => {
    await fc.assert(
      fc.asyncProperty(looks, alg, alg, fc.nat(80), async (seen, first, second, change) => {
        const { recordings } = await record(seen, (at) => (at < change ? first : second))
        const replay = createReplay({ present: second, wanted: second })
        const replayed = recordings.map(replay)
        for (const { recorded, again } of replayed) expect(again).toEqual(recorded)
        expect(replayed.reduce((sum, one) => sum + one.looks, 0)).toBe(seen.length)
      }),
      { numRuns: 60 },
    )
  })

  test('shows what other parameters would have decided from the first look on', async () => {
    await fc.assert(
      fc.asyncProperty(looks, alg, alg, async (seen, present, wanted) => {
        const { recordings } = await record(seen, () => present)
        const replayed = recordings.map(createReplay({ present, wanted }))
        const of = (name: 'recorded' | 'present' | 'wanted') => replayed.flatMap((one) => one[name])
        expect(of('present')).toEqual(of('recorded'))
        expect(of('wanted')).toEqual(run(seen, parametersOf(wanted)).events)
      }),
      { numRuns: 60 },
    )
  })

  test('continues with the stored state of the program after a gap', async () => {
    const parked = [lotWith('a', { plate: reading('粤B12345') })]
    const before = Array.from({ length: 30 }, (_, at) => lookAt(at * 5, parked))
    const after = Array.from({ length: 60 }, (_, at) => lookAt(400 + at * 5, [lotWith('empty')]))
    const first = await record(before, () => factory)
    // The looks in between were lost with the process; its state was on disk.
    const second = await record(after, () => factory, first.state)
    const replay = createReplay({ present: factory, wanted: { ...factory, track_seconds: 150 } })
    const replayed = [...first.recordings, ...second.recordings].map(replay)
    expect(replayed.map(({ present }) => present.map(({ event_type }) => event_type))).toEqual([[0], [3]])
    expect(replayed.map(({ wanted }) => wanted.map(({ event_type }) => event_type))).toEqual([[], [3]])
    expect(second.recordings[0]!.head.follows).toBe('')
  })
})

test('a long watch consists of several recordings, each following the previous one', async () => {
  const seen = Array.from({ length: 200 }, (_, at) => lookAt(at * 5, [lotWith(at % 40 < 20 ? 'a' : 'empty')]))
  const { recordings } = await record(seen, () => factory)
  expect(recordings.length).toBeGreaterThan(2)
  const ids = recordings.map(({ head }) => head.id)
  expect(recordings.map(({ head }) => head.follows)).toEqual(['', ...ids.slice(0, -1)])
})

test('the replay starts over if a recording is missing', async () => {
  const seen = Array.from({ length: 200 }, (_, at) => lookAt(at * 5, [lotWith(at % 80 < 40 ? 'a' : 'empty')]))
  const { recordings } = await record(seen, () => factory)
  const replay = createReplay({ present: factory, wanted: factory })
  for (const recording of recordings.toSpliced(1, 1)) {
    const { recorded, present } = replay(recording)
    expect(present).toEqual(recorded)
  }
})

test('a file that is not a recording is rejected', async () => {
  await expect(readRecording(Buffer.from('no gzip'))).rejects.toThrow(InvalidRecordingError)
  const other = await packRecording({ version: 1 } as never, [])
  await expect(readRecording(other)).rejects.toThrow('another version')
})

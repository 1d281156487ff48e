/** Recordings of the simulated program, replayed with the same and with other parameters. */
import { expect, test } from 'vitest'
import { decideFrame } from '#src/analysis/decide-frame.ts'
import type { FrameTruth } from '#src/analysis/frame-comment.ts'
import { paramsOf } from '#src/analysis/params.ts'
import { answerReplay, decisionsOf, recordFrames, type Decision, type Done } from '#src/analysis/recording.ts'
import type { Session } from '#src/analysis/sessions.ts'
import type { AlgParam, SceneConfig } from '#src/analysis/wire.ts'

const alg: AlgParam = {
  cover_th: 0.4,
  event_th: 0.5,
  auto_plate_th: 0.5,
  auto_plate_ch_th: 0.5,
  plate_type: 0,
  merge_seconds: 0,
  motor_det: false,
  motor_mode: 0,
  motor_min_seconds: 0,
  debug_mode: false,
}
const square = [
  [0.1, 0.1],
  [0.3, 0.1],
  [0.3, 0.3],
  [0.1, 0.3],
] as [number, number][]
const scenes: SceneConfig[] = [
  { scene_id: 's', camera_sn: 'C', enabled: true, lots: [{ lot_no: 'A01', motor_num: 1, polygon: square }] },
]
const car = { plate: '粤B12345', color: 'blue', footprint: square, box: [0.1, 0.1, 0.3, 0.3] as const }
/** A car for a minute, ten seconds away, and back: with a merge time of 30 s it never left. */
const frames = Array.from({ length: 200 }, (_, at): FrameTruth => {
  const is_there = (at > 10 && at < 70) || (at >= 80 && at < 150)
  return { camera: 'C', time: 1_000_000 + at * 1000, cars: is_there ? [{ ...car }] : [] }
})

function recorded(): { files: Done[]; decided: Decision[] } {
  const recorder = recordFrames('C')
  const sessions = new Map<string, Session>()
  const files: (Done | undefined)[] = []
  const all: Decision[] = []
  for (const truth of frames) {
    const steps = decideFrame(
      truth,
      scenes,
      (key) => sessions.get(key),
      paramsOf({ scenes, params: { alg_param: alg } }).params,
    )
    const decided = steps.flatMap((step) => decisionsOf(step, alg, truth.time))
    for (const { key, session } of steps) sessions.set(key, session)
    all.push(...decided)
    files.push(recorder.add({ truth, scenes, alg_param: alg, steps, decided }))
  }
  files.push(recorder.finish())
  return { files: files.filter((one) => one !== undefined), decided: all }
}

test('a replay repeats the recorded decisions, and shows those of another merge time', () => {
  const { files, decided } = recorded()
  expect(files.length).toBeGreaterThan(2)
  const answer = answerReplay()
  expect(answer({ present: alg, wanted: { ...alg, merge_seconds: 30 } })).toEqual({ not_replayed: [] })
  const answers = files.map(({ file }) => answer({ camera_sn: 'C', file: file.toString('base64') })) as {
    [List in 'recorded' | 'again' | 'present' | 'wanted']: Decision[]
  }[]
  expect(decided.map(({ event_type }) => event_type)).toEqual([1, 3, 1, 3])
  for (const one of answers) expect(one.again).toEqual(one.recorded)
  expect(answers.flatMap(({ present }) => present)).toEqual(decided)
  expect(answers.flatMap(({ wanted }) => wanted).map(({ event_type }) => event_type)).toEqual([1, 3])
})

test('a file that is not a recording is refused, and the next request is answered', () => {
  const answer = answerReplay()
  answer({ present: alg, wanted: alg })
  expect(() => answer({ camera_sn: 'C', file: 'AAAA' })).toThrow(/header|end of file/)
  expect(answer({ camera_sn: 'C', file: recorded().files[0]!.file.toString('base64') })).toHaveProperty(
    'looks',
  )
})

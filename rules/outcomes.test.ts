/**
 * Errors of calls become text in one place (console/src/core): pages never catch. A page that needs the
 * failure takes it as a value, from `useChange` or `outcomeOf`. The same place asks about a lost answer.
 */
import { calls, type Call } from '@parking/contract'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

/** `sign-in.ts` runs before the texts of errors are loaded; the sign-in page has a client of its own. */
const exempt = /^console\/src\/(core\/|login\/|session\/sign-in\.ts)/
const makes_calls = /\b(call|outcomeOf)\(|\.run\(/

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  return [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(nodesIn)]
}

/** The parts of a module that catch the failure of a call. */
function caughtIn(path: string, text: string): string[] {
  const textOfNode = (node: unknown) => (isNode(node) ? text.slice(node.start, node.end) : '')
  return nodesIn(parseSync(path, text).program)
    .filter((node) => {
      if (node.type === 'TryStatement') return makes_calls.test(textOfNode(node['block']))
      if (node.type === 'BinaryExpression')
        return node['operator'] === 'instanceof' && textOfNode(node['right']) === 'CallError'
      const callee = node.type === 'CallExpression' && node['callee']
      if (!isNode(callee) || callee.type !== 'MemberExpression') return false
      const handles_failure = /^(catch|then)$/.exec(textOfNode(callee['property']))?.[1]
      const handlers = node['arguments'] as unknown[]
      return (
        (handles_failure === 'catch' || (handles_failure === 'then' && handlers.length > 1)) &&
        makes_calls.test(textOfNode(callee['object']))
      )
    })
    .map((node) => `${path}:${text.slice(0, node.start).split('\n').length}`)
}

test('no module of the console outside core catches the failure of a call', () => {
  const sources = projectFiles().filter(
    (path) => /^console\/src\/.*\.tsx?$/.test(path) && !path.includes('/locales/') && !exempt.test(path),
  )
  expect(caughtIn('a.ts', 'call(p, {}).catch(() => undefined)')).toEqual(['a.ts:1'])
  expect(caughtIn('a.ts', 'try { await change.run({}) } catch { show() }')).toEqual(['a.ts:1'])
  expect(caughtIn('a.ts', 'file.text().catch(() => undefined)')).toEqual([])
  const found = sources.flatMap((path) => {
    const text = textOf(path)
    return /\bcatch\b|\.then\(|instanceof CallError/.test(text) ? caughtIn(path, text) : []
  })
  expect(found).toEqual([])
})

/** Modules that send requests of their own, each with the reason why a lost answer misleads no user. */
const senders = {
  'console/src/core/api.ts': 'asks the device what became of the call',
  'console/src/core/first-calls.ts': 'the transport, and reads of the first view',
  'console/src/core/lost-answer.ts': 'the question itself',
  'console/src/lib/preload-part.ts': 'scripts of the console',
  'console/src/live/ask-picture.ts': 'pictures',
  'console/src/login/post-call.ts': 'asks about a changed password; a sign-in can be repeated',
  'console/src/stores/connection-lost.ts': 'reads: ping',
  'console/src/stores/planned-restart.ts': 'reads: ping and the state after a restart',
  'console/src/stores/trial.ts': 'reads: the state of a network trial',
} as const

test('every writing call of the console goes through the module that asks about a lost answer', () => {
  const found = projectFiles().filter(
    (path) => /^console\/src\/.*\.tsx?$/.test(path) && /\b(fetch|sendCall)\(/.test(textOf(path)),
  )
  expect(found.sort()).toEqual(Object.keys(senders).sort())
})

/** Names of calls, by the reason why the table of the browser test does not press them. */
const not_pressed = {
  'may be carried out twice, so the device is not asked': 'ptz_move ptz_hold ptz_stop live_view logout login',
  'pressed in e2e/business/data/manual-check.spec.ts': 'check_parking_event',
  'the same button and toast as a call of the table': 'change_password',
  'asks another machine, whose answer the page shows': 'run_handover_test set_camera_clock',
  'needs a folder, or a trial or replay that has not ended': `
    take_model_folder stop_model_trial stop_replay`,
} as const

const named = Object.values(not_pressed).flatMap((names) => names.trim().split(/\s+/))
const sources = projectFiles().filter((path) => /^console\/src\/(?!locales).*\.tsx?$/.test(path))
const texts = sources.map(textOf)

test('each writing call of the console is pressed with its answer lost, or named with a reason', () => {
  const pressed = projectFiles()
    .filter((path) => /^e2e\/.*lost-answers.*\.spec\.ts$/.test(path))
    .map(textOf)
    .join('')
  const missing = Object.entries(calls as Record<string, Call>)
    .filter(([, { effect, path }]) => effect === 'write' && texts.some((text) => text.includes(`'${path}'`)))
    .filter(([, { path }]) => !['call: ', 'cut('].some((before) => pressed.includes(`${before}'${path}'`)))
    .map(([name]) => name)
  expect(missing.sort()).toEqual(named.toSorted())
})

test('a call that changes something is asked about, unless it may be carried out twice', () => {
  const repeated = new RegExp(String.raw`call\('([^']+)'[^;]*?repeatable: true`, 'g')
  const found = texts.flatMap((text) =>
    [...text.matchAll(repeated)].map(([, path = '']) => path.split('/').at(-1)),
  )
  const writes = Object.entries(calls as Record<string, Call>).flatMap(([name, { effect }]) =>
    effect === 'write' ? [name] : [],
  )
  const allowed = Object.values(not_pressed)[0]!.split(' ')
  expect(found.filter((name) => writes.includes(name!) && !allowed.includes(name!))).toEqual([])
  expect(found).toContain('ptz_move')
})

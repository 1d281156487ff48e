/** Checks the application's lines, except events, against docs/analysis-socket.md. */
import type { Findings } from './findings.ts'
import {
  faultsOf,
  fieldFaults,
  isFields,
  isLine,
  isNumber,
  isText,
  quoted,
  type Fields,
} from '../kit/shapes.ts'
import { log_levels } from './words.ts'

/**
 * Checks the first line of a connection. False if it is not a hello; the device then closes the connection.
 */
export function checkHello(line: Fields, { judge, wrong }: Findings): boolean {
  if (line['type'] !== 'hello') {
    wrong('hello', `the first line of a connection is ${quoted(line['type'])}`)
    return false
  }
  judge('hello', [
    ...fieldFaults(line, ['type', 'protocol', 'name', 'version'], ['models']),
    ...modelFaults(line['models']),
    ...faultsOf(
      [line['protocol'] === 1, `protocol is ${quoted(line['protocol'])}`],
      [isText(line['name'], 1, 64), `name is ${quoted(line['name'])}, not 1 to 64 signs`],
      [isText(line['version'], 0, 64), `version is ${quoted(line['version'])}`],
    ),
  ])
  return true
}

/** Checks the application's own model, if it accepts models from the device. */
function modelFaults(models: unknown): string[] {
  if (models === undefined) return []
  if (!isFields(models)) return [`models is ${quoted(models)}, not an object`]
  const names = ['name', 'version', 'licence', 'sha256']
  return [
    ...fieldFaults(models, names),
    ...names
      .filter((name) => Object.hasOwn(models, name) && !isText(models[name], 0, 100))
      .map((name) => `${name} of models is ${quoted(models[name])}`),
  ]
}

/** `lots`: the lots that the line may name now, as `scene_id/lot_no`. */
export function checkState(line: Fields, lots: ReadonlySet<string>, { judge }: Findings): void {
  const rows: unknown[] = Array.isArray(line['lots']) ? line['lots'] : []
  const named = rows.filter(isFields).map((row) => `${String(row['scene_id'])}/${String(row['lot_no'])}`)
  const twice = named.find((name, at) => named.indexOf(name) !== at)
  judge('state', [
    ...new Set([
      ...fieldFaults(line, ['type', 'lots']),
      ...faultsOf(
        [Array.isArray(line['lots']), 'lots is no list'],
        [twice === undefined, `${twice} is in it twice`],
      ),
      ...rows.flatMap((row) => (isFields(row) ? rowFaults(row) : ['a row is no object'])),
    ]),
  ])
  judge('state_lots', [
    ...new Set(named.filter((name) => !lots.has(name)).map((name) => `${name} is not configured`)),
  ])
}

const rowFaults = (row: Fields): string[] => [
  ...fieldFaults(row, ['scene_id', 'lot_no', 'occupied', 'plate_number', 'cover']),
  ...faultsOf(
    [typeof row['occupied'] === 'boolean', `occupied is ${quoted(row['occupied'])}`],
    [isLine(row['plate_number']), `plate_number is ${quoted(row['plate_number'])}`],
    [isNumber(row['cover'], 0, 1), `cover is ${quoted(row['cover'])}, not from 0 to 1`],
  ),
]

export function checkTaken(line: Fields, sent: readonly number[], { judge, notShown }: Findings): void {
  const { revision, problems, model } = line
  judge('config_taken', [
    ...fieldFaults(line, ['type', 'revision', 'problems'], ['model']),
    ...faultsOf(
      [
        sent.includes(revision as number),
        `it names revision ${quoted(revision)}; this connection got ${sent.join(', ')}`,
      ],
      [model === undefined || isText(model, 0, 64), `model is ${quoted(model)}`],
    ),
  ])
  if (!Array.isArray(problems)) return judge('problems', [`problems is ${quoted(problems)}, not a list`])
  if (problems.length === 0) return notShown('problems', 'it had no problem with any configuration')
  judge(
    'problems',
    problems.flatMap((problem: unknown) =>
      isFields(problem)
        ? [
            ...fieldFaults(problem, ['field', 'issue']),
            ...faultsOf(
              [isText(problem['field'], 1, 200), `field is ${quoted(problem['field'])}`],
              [isText(problem['issue'], 0, 500), `issue is ${quoted(problem['issue'])}`],
            ),
          ]
        : [`a problem is ${quoted(problem)}`],
    ),
  )
}

/** `cameras`: the configured cameras. */
export function checkHealth(line: Fields, cameras: ReadonlySet<string>, { judge }: Findings): void {
  const rows: unknown[] = Array.isArray(line['cameras']) ? line['cameras'] : []
  judge('health', [
    ...new Set([
      ...fieldFaults(line, ['type', 'seconds', 'cameras']),
      ...faultsOf(
        [isNumber(line['seconds'], 0, 3600), `seconds is ${quoted(line['seconds'])}, not from 0 to 3600`],
        [Array.isArray(line['cameras']), 'cameras is no list'],
      ),
      ...rows.flatMap((row) => (isFields(row) ? healthFaults(row, cameras) : ['a row is no object'])),
    ]),
  ])
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && isNumber(value, 0, 1_000_000)

function healthFaults(row: Fields, cameras: ReadonlySet<string>): string[] {
  const { camera_sn, looks, misses, latency_ms, interval_ms, slowed, why } = row
  return [
    ...fieldFaults(row, ['camera_sn', 'looks', 'misses', 'latency_ms', 'interval_ms', 'slowed', 'why']),
    ...faultsOf(
      [cameras.has(camera_sn as string), `camera_sn is ${quoted(camera_sn)}, which is not configured`],
      [isCount(looks), `looks is ${quoted(looks)}, not a number of pictures`],
      [isCount(misses), `misses is ${quoted(misses)}, not a number of attempts`],
      [
        latency_ms === null ? looks === 0 : isNumber(latency_ms, 0, 86_400_000),
        `latency_ms is ${quoted(latency_ms)} after ${quoted(looks)} looks`,
      ],
      [isNumber(interval_ms, 0, 86_400_000), `interval_ms is ${quoted(interval_ms)}`],
      [typeof slowed === 'boolean', `slowed is ${quoted(slowed)}`],
      [isText(why, 0, 200), `why is ${quoted(why)}, not up to 200 signs`],
    ),
  ]
}

export function checkLog(line: Fields, { judge }: Findings): void {
  const { level, content, what, facts } = line
  judge('log', [
    ...fieldFaults(line, ['type', 'level', 'content'], ['what', 'facts']),
    ...faultsOf(
      [log_levels.includes(level as string), `level is ${quoted(level)}`],
      [isText(content), `content is ${quoted(content)}`],
      [what === undefined || isText(what), `what is ${quoted(what)}`],
      [
        facts === undefined ||
          (isFields(facts) && Object.values(facts).every((fact) => isText(fact) || isNumber(fact))),
        `facts is ${quoted(facts)}, not words and numbers by name`,
      ],
    ),
  ])
}

export const checkPing = (line: Fields, { judge }: Findings): void =>
  judge('ping', fieldFaults(line, ['type']))

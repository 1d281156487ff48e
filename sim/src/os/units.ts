/**
 * The part of systemctl that the device server uses: units that start, stop and show their properties. Each
 * part of the machine adds its own units.
 */
import type { ProgramOutput, SimulatedProgram } from './machine.ts'

export type Unit = {
  start(): ProgramOutput | Promise<ProgramOutput>
  stop?(): ProgramOutput | Promise<ProgramOutput>
  /** Properties as `systemctl show` prints them: ActiveState, SubState, Result, StatusText, ... */
  show(): Record<string, string>
  /** Whether it starts at boot; without it the unit is static. */
  enabled?(): boolean
}

export type Units = {
  add(name: string, unit: Unit): void
  /** Handles `systemctl VERB` without a unit (`reboot`). */
  verb(name: string, run: () => ProgramOutput | Promise<ProgramOutput>): void
}

/** The options of systemctl(1) that the device server uses. */
const flags = [
  '--no-ask-password',
  '--no-block',
  '--no-pager',
  '--quiet',
  '-q',
  '--value',
  '--now',
  '--no-wall',
]
const of_units = ['start', 'stop', 'restart', 'show', 'is-active', 'is-enabled']

export function createUnits(programs: Map<string, SimulatedProgram>): Units {
  const units = new Map<string, Unit>()
  const verbs = new Map<string, () => ProgramOutput | Promise<ProgramOutput>>()
  const full = (name: string) => (/\.(service|timer|socket|target)$/.test(name) ? name : `${name}.service`)

  programs.set('systemctl', async (args) => {
    const asked = read(args)
    if ('unknown' in asked)
      return { status: 1, stderr: `systemctl: unrecognized option '${asked.unknown}'\n` }
    const { verb, names, properties, given } = asked
    const own = verbs.get(verb)
    if (own && names.length === 0) return own()
    if (!of_units.includes(verb)) return { status: 1, stderr: `Unknown command verb ${verb}.\n` }
    if (names.length === 0) return { status: 1, stderr: 'Too few arguments.\n' }
    if (verb === 'show')
      return {
        stdout: names
          .map((name) => shown(full(name), units.get(full(name)), properties, given.has('--value')))
          .join('\n'),
      }
    if (verb === 'is-active') {
      const states = names.map((name) => units.get(full(name))?.show()['ActiveState'] ?? 'inactive')
      return {
        stdout: states.map((state) => `${state}\n`).join(''),
        status: states.includes('active') ? 0 : 3,
      }
    }
    if (verb === 'is-enabled') return enabled(full(names[0] ?? ''), units.get(full(names[0] ?? '')))
    for (const name of names) {
      const unit = units.get(full(name))
      if (!unit)
        return { status: 5, stderr: `Failed to ${verb} ${full(name)}: Unit ${full(name)} not found.\n` }
      if (verb === 'restart') await unit.stop?.()
      const started = verb === 'stop' ? unit.stop?.() : unit.start()
      if (started instanceof Promise && given.has('--no-block')) continue
      const output = await started
      if (output && (output.status ?? 0) !== 0 && !given.has('--no-block'))
        return {
          status: 1,
          stderr:
            `Job for ${full(name)} failed because the control process exited with error ` +
            `code.\nSee "systemctl status ${full(name)}" and "journalctl -xeu ` +
            `${full(name)}" for details.\n`,
        }
    }
    return {}
  })

  return {
    add: (name, unit) => void units.set(full(name), unit),
    verb: (name, run) => void verbs.set(name, run),
  }
}

type Asked = { verb: string; names: string[]; properties: string[]; given: Set<string> }

function read(args: readonly string[]): Asked | { unknown: string } {
  const [words, properties, given]: [string[], string[], Set<string>] = [[], [], new Set()]
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '-p' || arg === '--property') properties.push(...(args[++at] ?? '').split(','))
    else if (arg.startsWith('--property=')) properties.push(...arg.slice(11).split(','))
    else if (flags.includes(arg) || arg.startsWith('--timestamp=')) given.add(arg)
    else if (arg.startsWith('-')) return { unknown: arg }
    else words.push(arg)
  }
  const [verb = '', ...names] = words
  return { verb, names, properties, given }
}

/**
 * One block per unit, separated by an empty line. An unknown unit is shown as not found, which is not an
 * error.
 */
function shown(name: string, unit: Unit | undefined, only: readonly string[], bare: boolean): string {
  const nothing = { LoadState: 'not-found', ActiveState: 'inactive', SubState: 'dead', Result: 'success' }
  const all = Object.entries({ Id: name, ...(unit ? { LoadState: 'loaded', ...unit.show() } : nothing) })
  return all
    .filter(([property]) => only.length === 0 || only.includes(property))
    .map(([property, value]) => (bare ? `${value}\n` : `${property}=${value}\n`))
    .join('')
}

function enabled(name: string, unit: Unit | undefined): ProgramOutput {
  if (!unit)
    return { status: 1, stderr: `Failed to get unit file state for ${name}: No such file or directory\n` }
  if (!unit.enabled) return { stdout: 'static\n' }
  return unit.enabled() ? { stdout: 'enabled\n' } : { status: 1, stdout: 'disabled\n' }
}

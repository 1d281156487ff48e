/** systemctl, as far as the device server uses it: units that start, stop and show their properties. Every part of the machine brings its own units. */
import type { Said, TwinProgram } from './machine.ts'

export type Unit = {
  start(): Said | Promise<Said>
  stop?(): Said | Promise<Said>
  /** Properties as `systemctl show` prints them: ActiveState, SubState, Result, StatusText, ... */
  show(): Record<string, string>
}

export type Units = {
  add(name: string, unit: Unit): void
  /** What `systemctl VERB` without a unit does (`reboot`). */
  verb(name: string, run: () => Said | Promise<Said>): void
}

export function createUnits(programs: Map<string, TwinProgram>): Units {
  const units = new Map<string, Unit>()
  const verbs = new Map<string, () => Said | Promise<Said>>()
  const full = (name: string) => (/\.(service|timer|socket|target)$/.test(name) ? name : `${name}.service`)

  programs.set('systemctl', async (args) => {
    const words = args.filter((arg) => !arg.startsWith('-'))
    const properties = args.flatMap((arg, at) => (arg.startsWith('--property=') ? arg.slice(11).split(',') : arg === '-p' ? (args[at + 1] ?? '').split(',') : []))
    const [verb = '', ...names] = words.filter((word) => !properties.includes(word))
    const own = verbs.get(verb)
    if (own && names.length === 0) return own()
    for (const name of names) {
      const unit = units.get(full(name))
      if (!unit && verb === 'show') return { stdout: 'LoadState=not-found\nActiveState=inactive\nSubState=dead\n' }
      if (!unit) return { status: 5, stderr: `Failed to ${verb} ${full(name)}: Unit ${full(name)} not found.\n` }
      if (verb === 'show') return { stdout: shown({ LoadState: 'loaded', ...unit.show() }, properties) }
      if (verb === 'is-active') return { stdout: `${unit.show()['ActiveState'] ?? 'inactive'}\n`, status: unit.show()['ActiveState'] === 'active' ? 0 : 3 }
      const started = verb === 'start' || verb === 'restart' ? unit.start() : verb === 'stop' ? unit.stop?.() : undefined
      if (started instanceof Promise && args.includes('--no-block')) continue
      const said = await started
      if (said && (said.status ?? 0) !== 0) return { status: 1, stderr: `Job for ${full(name)} failed because the control process exited with error code.\nSee "systemctl status ${full(name)}" and "journalctl -xeu ${full(name)}" for details.\n` }
    }
    return {}
  })

  return {
    add: (name, unit) => void units.set(full(name), unit),
    verb: (name, run) => void verbs.set(name, run),
  }
}

const shown = (all: Record<string, string>, only: readonly string[]): string =>
  Object.entries(all).filter(([name]) => only.length === 0 || only.includes(name)).map(([name, value]) => `${name}=${value}\n`).join('')

/**
 * The part of systemd 252's busctl that the device server uses: NetworkManager's checkpoints over D-Bus,
 * which roll back by themselves.
 */
import { device, type Card, type Profile } from './card.ts'
import type { ProgramOutput, SimulatedProgram } from './machine.ts'
import { device_path } from './nmcli.ts'

type Checkpoint = { path: string; saved: Profile; profile: Profile; live: Profile; timer: NodeJS.Timeout }
export type Checkpoints = {
  program: SimulatedProgram
  /** Drops all checkpoints, because NetworkManager's timers do not survive a reboot. */
  forget(): void
}

const service = [
  'org.freedesktop.NetworkManager',
  '/org/freedesktop/NetworkManager',
  'org.freedesktop.NetworkManager',
]
const failed = (message: string): ProgramOutput => ({ status: 1, stderr: `Call failed: ${message}\n` })

export function createBusctl(card: Card): Checkpoints {
  const checkpoints = new Map<string, Checkpoint>()
  let count = 0

  function drop({ path, timer }: Checkpoint): void {
    clearTimeout(timer)
    checkpoints.delete(path)
  }

  function rollBack(checkpoint: Checkpoint): number {
    drop(checkpoint)
    card.profile = checkpoint.profile
    card.keep(checkpoint.saved)
    return card.apply(checkpoint.live) === undefined ? 0 : 3
  }

  function create([size, path, seconds, flags]: readonly string[]): ProgramOutput {
    if (size !== '1' || path !== device_path) return failed(`device ${path ?? ''} does not exist`)
    if (Number(flags) & 1) for (const one of checkpoints.values()) drop(one)
    const [taken] = checkpoints.keys()
    if (taken !== undefined) return failed(`Device '${device}' is already included in checkpoint ${taken}`)
    const name = `/org/freedesktop/NetworkManager/Checkpoint/${++count}`
    const timer = setTimeout(() => rollBack(checkpoints.get(name)!), Number(seconds) * 1000).unref()
    checkpoints.set(name, { path: name, saved: card.saved, profile: card.profile, live: card.live, timer })
    return { stdout: `${JSON.stringify({ type: 'o', data: [name] })}\n` }
  }

  const methods: Record<string, { signature: string; call: (args: readonly string[]) => ProgramOutput }> = {
    CheckpointCreate: { signature: 'aouu', call: create },
    CheckpointDestroy: {
      signature: 'o',
      call: ([path = '']) =>
        withOne(path, (one) => {
          drop(one)
          return {}
        }),
    },
    CheckpointRollback: {
      signature: 'o',
      call: ([path = '']) =>
        withOne(path, (one) => ({
          stdout: `${JSON.stringify({ type: 'a{su}', data: [{ [device_path]: rollBack(one) }] })}\n`,
        })),
    },
  }
  function withOne(path: string, work: (one: Checkpoint) => ProgramOutput): ProgramOutput {
    const one = checkpoints.get(path)
    return one ? work(one) : failed(`checkpoint ${path} does not exist`)
  }

  return {
    program([json, verb, ...args]) {
      if (json !== '--json=short')
        return { status: 1, stderr: `busctl: unrecognized option '${json ?? ''}'\n` }
      if (verb !== 'call') return { status: 1, stderr: `Unknown command verb ${verb ?? ''}.\n` }
      if (args.slice(0, 3).join() !== service.join()) return failed('The name is not activatable')
      if (card.manager !== 'networkmanager')
        return failed('The name org.freedesktop.NetworkManager was not provided by any .service files')
      const method = methods[args[3] ?? '']
      if (!method) return failed(`No such method “${args[3] ?? ''}”`)
      if (args[4] !== method.signature)
        return failed(
          `Type of message, “(${args[4] ?? ''})”, does not match expected type “(${method.signature})”`,
        )
      return method.call(args.slice(5))
    },
    forget() {
      for (const one of checkpoints.values()) drop(one)
    },
  }
}

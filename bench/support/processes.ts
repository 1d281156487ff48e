/** What processes of this machine take, from /proc: Linux alone. */
import { readdirSync, readFileSync } from 'node:fs'

/** The fields of `/proc/PID/stat` after the name, which may hold blanks. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Processor seconds of a process so far, user and system; `children`: with those that have ended. */
export function processorSeconds(pid: number, { children = false } = {}): number {
  const ticks = statOf(pid).slice(11, children ? 15 : 13)
  return ticks.reduce((sum, one) => sum + Number(one), 0) / 100 // ticks of a hundredth of a second
}

/** Proportional set of a process in MB: what it shares with other processes is divided among them. */
export const proportionalSet = (pid: number): number =>
  (Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024) / 1e6

/** The command line of a process; empty once it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return Number(statOf(Number(name))[1]) === pid ? [Number(name)] : []
    } catch {
      return [] // it has ended
    }
  })
}

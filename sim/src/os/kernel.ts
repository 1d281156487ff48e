/** The boot time that the simulated kernel reports, at first that of the computer. */
import { readFileSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import type { MachineOptions } from './machine.ts'

export type Kernel = {
  /** A file in the format of /proc/stat. */
  readonly file: string
  /** A power cut and the boot after it. */
  reboot(): void
}

export function createKernel({ folder, now }: Required<MachineOptions>): Kernel {
  const file = join(folder, 'stat')
  const write = (seconds: number) => writeFileSync(file, `btime ${Math.floor(seconds)}\n`)
  write(ownBoot() ?? Date.now() / 1000 - uptime())
  return { file, reboot: () => write(now() / 1000) }
}

function ownBoot(): number | undefined {
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]
    return seconds === undefined ? undefined : Number(seconds)
  } catch {
    return undefined
  }
}

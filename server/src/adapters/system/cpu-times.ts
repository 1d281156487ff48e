/** How busy all processor cores were between two readings of /proc/stat. Pure. */

/** In ticks since the box was started. */
export type CpuTimes = { busy: number; idle: number }

/**
 * Parses the line of all cores: user, nice, system, idle, iowait, irq, softirq, steal. Undefined if it is
 * missing.
 */
export function cpuTimes(stat: string): CpuTimes | undefined {
  const numbers = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.trim().split(/ +/).map(Number)
  if (!numbers || numbers.length < 4) return undefined
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = numbers
  // Guests are part of user and nice.
  return { busy: user + nice + system + irq + softirq + steal, idle: idle + iowait }
}

/** The load between two readings in percent, to a tenth; null if one is missing or no time has passed. */
export function busyPercent(before: CpuTimes | undefined, after: CpuTimes | undefined): number | null {
  if (!before || !after) return null
  const [busy, idle] = [after.busy - before.busy, after.idle - before.idle]
  return busy < 0 || idle < 0 || busy + idle === 0 ? null : Math.round((busy / (busy + idle)) * 1000) / 10
}

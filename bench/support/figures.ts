/** Statistics of measurements, and tables to print them. */
import { readFileSync } from 'node:fs'

export const median = (values: readonly number[]): number => percentile(values, 50)

/** The value that `percent` per cent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Prints a table with aligned columns. The first row is the header. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
}

/** Resident memory of a process, in MB of 1,000,000 bytes. */
export const megabytesOf = (pid: number): number =>
  (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1_000_000

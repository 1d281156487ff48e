/** Bytes as people read them: 1536 is 1.5 KB. */
export function amount(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${units[step]}`
}

/** Saves lines as a file through the browser. */
export function saveLines(lines: readonly string[], name: string): void {
  const address = URL.createObjectURL(new Blob([...lines], { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

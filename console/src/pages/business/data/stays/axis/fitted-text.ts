/** A text that fits into a width, cut in its middle: lots of one street differ at the end of their names. */

export function fittedText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  const letters = Array.from(text)
  for (let kept = letters.length - 1; kept > 1; kept--) {
    const tail = Math.ceil((kept * 2) / 3)
    const cut = `${letters.slice(0, kept - tail).join('')}…${letters.slice(-tail).join('')}`
    if (measure(cut) <= width) return cut
  }
  return '…'
}

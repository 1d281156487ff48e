/** The colours of the canvas, read from CSS, because a canvas supports neither themes nor forced colours. */
const names = [
  'ground',
  'lane',
  'line',
  'ink',
  'faint',
  'bar',
  'on-bar',
  'open',
  'doubt',
  'doubt-soft',
  'wrong',
  'gap',
  'free',
  'violation',
  'now',
  'focus',
] as const
export type Colors = Readonly<Record<(typeof names)[number], string>> & { font: string }

export function readColors(host: HTMLElement): Colors {
  const probe = document.createElement('span')
  probe.style.forcedColorAdjust = 'none'
  // With reduced motion a colour transition still takes a millisecond, so the old colour would be read.
  probe.style.transitionProperty = 'none'
  host.append(probe)
  const colors = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--axis-${name})`
      return [name, getComputedStyle(probe).color]
    }),
  ) as Record<(typeof names)[number], string>
  const font = getComputedStyle(host).fontFamily
  probe.remove()
  return { ...colors, font }
}

/** Calls `changed` when the theme, the system's colour scheme or forced colours change. */
export function onColorsChanged(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-size'] })
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  )
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

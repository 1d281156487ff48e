/** The browser and operating system in a user agent, by their brand names; empty for unknown parts. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bMicroMessenger\/(\d+)/, 'WeChat'],
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function browserName(agent: string): { browser: string; system: string } {
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1] ?? ''
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(agent)?.[1]
    if (version !== undefined) return { browser: `${name} ${version}`, system }
  }
  // A program such as `curl/8.5.0`.
  return { browser: /^[\w.-]+(?:\/[\w.]+)?/.exec(agent)?.[0] ?? '', system }
}

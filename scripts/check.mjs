/** `npm run check`: types, lint and unused code, in about ten seconds. */
import { checks } from './lib/checks.mjs'

for (const check of checks) {
  const { code, output } = await check.run()
  console.log(`${code === 0 ? 'good' : 'BAD '}  ${check.name}`)
  if (code === 0) continue
  console.log(output.trim())
  process.exitCode = 1
}

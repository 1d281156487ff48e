/** `npm run check`: format, types, lint and unused code, in less than a minute. */
import { needNode } from './lib/node/node-version.mjs'

await needNode()
const { install } = await import('./lib/install.mjs')
const { checks } = await import('./lib/checks.mjs')

await install()

for (const { name, running } of checks.map(({ name, run }) => ({ name, running: run() }))) {
  const { code, output } = await running
  console.log(`${code === 0 ? 'good' : 'BAD '}  ${name}`)
  if (code === 0) continue
  console.log(output.trim())
  process.exitCode = 1
}

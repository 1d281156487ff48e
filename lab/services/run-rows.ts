/** Runs in the lab's namespaces (lab/services.ts): the product against the server of each row in turn. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDevice } from '@parking/server/test/device.ts'
import { sh } from '../sh.ts'
import { rows } from './rows.ts'
import { serve } from './serve.ts'

const [cache = '', debian = '', only = '', results = ''] = process.argv.slice(2)
await sh(['ip', 'link', 'set', 'lo', 'up'])
await sh(['hostname', 'lab'])
const run = join(cache, 'services-run')
mkdirSync(run, { recursive: true })
await sh(['mount', '-t', 'tmpfs', '-o', 'dev', 'tmpfs', run])
const base = join(cache, `debian-${debian}-services`)
const chosen = rows.filter(({ server }) => only === '' || only.split(',').includes(server))
const found: { server: string; setting: string; version: string; words: string }[] = []
for (const [at, row] of chosen.entries()) {
  const layer = join(cache, `services-${debian}`, row.packages[0])
  const { server, setting } = row
  try {
    const served = await serve(row, base, layer, join(run, String(at)))
    const device = await openDevice({ now: Date.now(), ...(row.app && { app: row.app }) })
    try {
      const { root, certificate, version } = served
      const words = await row.works({ device, admin: await device.tokenOf('admin'), root, certificate })
      found.push({ server, setting, version, words })
      console.log(`ok    ${server}, ${setting}: ${words}`)
    } catch (error) {
      console.error(served.printed())
      throw error
    } finally {
      await device.close()
      await served.stop()
    }
  } catch (error) {
    process.exitCode = 1
    console.log(`FAIL  ${server}, ${setting}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
writeFileSync(results, JSON.stringify(found))
process.exit()

/**
 * `guard prepare | watch | request VERSION | status`, as root: completes an upgrade or rolls it back. The
 * units parking-edge-guard-boot.service and parking-edge-guard.service run it (docs/upgrades.md).
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { missingSpace } from './copies.mjs'
import { openDisk } from './disk.mjs'
import { addressOf, ailment, readBeat, watchHealth } from './health.mjs'
import { advance, readState } from './machine.mjs'

const [command = '', version = ''] = process.argv.slice(2)
const versions = '/usr/lib/parking-edge'
const guard = '/var/lib/parking-edge-guard'
const data = process.env['PARKING_DATA'] || '/var/lib/parking-edge'
const [server, application] = ['parking-edge.service', 'parking-analysis.service']

/** @param {...string} args */
const systemctl = (...args) => execFileSync('systemctl', args, { encoding: 'utf8', timeout: 60_000 }).trim()
/** @param {...string} args */
const succeeds = (...args) => {
  try {
    systemctl(...args)
    return true
  } catch {
    return false
  }
}

/** @type {import('./machine.mjs').World} */
const world = {
  disk: openDisk(),
  versions,
  guard,
  data: existsSync(data) ? realpathSync(data) : data,
  say: (text) => process.stdout.write(`${text}\n`),
  missingSpace: () => missingSpace(data, guard),
  async analysisBefore(booting) {
    if (booting) return succeeds('is-enabled', '--quiet', application)
    // The current version writes its heartbeat only after it sees the request. Without one its health is
    // unknown.
    for (let i = 0; i < 15 && readBeat(data) === undefined; i++)
      await new Promise((done) => setTimeout(done, 1_000))
    return readBeat(data)?.analysis ?? succeeds('is-active', '--quiet', application)
  },
  async startServer(analysis) {
    succeeds('reset-failed', server)
    systemctl('start', '--no-block', server)
    if (analysis) succeeds('start', '--no-block', application)
  },
  async stopServer() {
    // The analysis program is stopped too, because it must not use what it received from the newer server
    // with an older one.
    succeeds('stop', application)
    systemctl('stop', server)
  },
  watch: ({ to, analysis }) =>
    watchHealth({
      ailment: () =>
        ailment({ data, address: addressOf(process.env), tree: `${versions}/${to}`, version: to, analysis }),
      process: () => readBeat(data)?.pid,
      restarts: async () => Number(systemctl('show', '--property=NRestarts', '--value', server)),
      now_s: () => performance.now() / 1_000,
    }),
}

if (command === 'status')
  process.stdout.write(`${JSON.stringify(readState(world) ?? { phase: 'none' }, null, 2)}\n`)
else if (command === 'request' && /^[0-9][0-9A-Za-z.+~-]*$/.test(version)) {
  mkdirSync(`${guard}/copies`, { recursive: true, mode: 0o700 })
  world.disk.write(`${guard}/requested`, `${version}\n`)
} else if (command === 'prepare') await advance(world, { booting: true })
else if (command === 'watch') {
  await advance(world)
  removeOldTrees()
} else {
  process.stderr.write('usage: guard prepare | watch | request VERSION | status\n')
  process.exitCode = 64
}

/** Keeps two versions. */
function removeOldTrees() {
  const state = readState(world)
  if (state?.result !== 'upgraded') return
  const kept = new Set([state.from, state.to])
  for (const name of world.disk.names(versions)) {
    if (!/^\d/.test(name) || kept.has(name)) continue
    // Until version 0.1 each version was a package of its own, whose node is a link.
    if (world.disk.target(`${versions}/${name}/node`) === undefined) world.disk.remove(`${versions}/${name}`)
    else removePackage(`parking-edge-${name}`)
  }
}

/** dpkg may be busy; then the next upgrade removes the package. @param {string} name */
function removePackage(name) {
  try {
    execFileSync('dpkg', ['--purge', name], { stdio: 'ignore', timeout: 60_000 })
  } catch {
    process.stdout.write(`${name} stays for now\n`)
  }
}

/**
 * systemd-networkd of Debian 12: networkctl, and the root helper's verbs (deploy/root-helper.d/networkd-*),
 * which keep in memory what the real ones keep in files and a timer.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { device, isIpv4, type Card, type Profile } from './card.ts'
import type { Parts, ProgramOutput, SimulatedProgram } from './machine.ts'

export type Networkd = {
  program: SimulatedProgram
  /** Drops the trial, because /run and its timers do not survive a reboot. */
  forget(): void
}

export function createNetworkd(card: Card, { units, options, results }: Parts): Networkd {
  let trial: Profile | undefined
  let armed: { interface: string; timer: NodeJS.Timeout } | undefined
  let kept = false

  function disarm(): void {
    clearTimeout(armed?.timer)
    armed = undefined
  }

  /** Applies the files. The trial's file takes precedence over the saved file. */
  function reload(): string | undefined {
    const profile = trial ?? card.saved
    card.profile = profile
    return card.apply(profile)
  }

  const verbs: Record<string, (value: (name: string) => string) => string | undefined> = {
    'networkd-arm'(value) {
      if (value('interface') !== device) return `there is no interface ${value('interface')}`
      if (!/^\d{1,4}$/.test(value('seconds')) || !inRange(Number(value('seconds')), 1, 4000))
        return 'the seconds are out of range'
      if (trial) return 'a trial runs already'
      if (card.manager !== 'networkd') return 'systemd-networkd does not run'
      disarm()
      kept = false
      armed = {
        interface: device,
        timer: setTimeout(
          () => void verbs['networkd-undo']!(() => ''),
          Number(value('seconds')) * 1000,
        ).unref(),
      }
      return undefined
    },
    'networkd-change'(value) {
      if (armed?.interface !== value('interface')) return 'no trial was armed'
      const [address = '', prefix = ''] = value('address').split('/')
      if (value('method') !== 'static' && value('method') !== 'dhcp')
        return 'the method must be static or dhcp'
      if (value('method') === 'static' && !isIpv4(address)) return 'this is no address: address'
      if (value('method') === 'static' && !/^([1-9]|[12]\d|3[01])$/.test(prefix))
        return 'this is no length of a prefix'
      const bad = ['gateway', 'dns_main', 'dns_sub'].find(
        (name) => value(name) !== '' && !isIpv4(value(name)),
      )
      if (bad !== undefined) return `this is no address: ${bad}`
      const dns = [value('dns_main'), value('dns_sub')].filter(Boolean)
      trial =
        value('method') === 'static'
          ? {
              method: 'manual',
              addresses: [value('address')],
              gateway: value('gateway'),
              dns,
              ignore_auto_dns: 'no',
            }
          : { method: 'auto', addresses: [], gateway: '', dns, ignore_auto_dns: 'yes' }
      return reload()
    },
    'networkd-keep'() {
      if (!trial) return kept ? undefined : 'the trial is over, the network has gone back already'
      card.keep(trial)
      kept = true
      disarm()
      trial = undefined
      return reload()
    },
    'networkd-undo'() {
      disarm()
      if (!trial) return undefined
      trial = undefined
      return reload()
    },
  }

  for (const [verb, work] of Object.entries(verbs)) {
    units.add(`parking-edge-root@${verb}`, {
      start(): ProgramOutput {
        let request = ''
        try {
          request = readFileSync(join(options.requests, verb), 'utf8')
        } catch {
          // This verb has no request.
        }
        const problem = work(
          (name) =>
            request
              .split('\n')
              .find((line) => line.startsWith(`${name}=`))
              ?.slice(name.length + 1) ?? '',
        )
        mkdirSync(results, { recursive: true })
        writeFileSync(join(results, `${verb}.log`), problem === undefined ? '' : `${verb}: ${problem}\n`)
        return problem === undefined ? {} : { status: 1 }
      },
      show: () => ({ ActiveState: 'inactive', SubState: 'dead', Result: 'success' }),
    })
  }
  units.add('systemd-resolved', {
    start: () => ({}),
    show: () => ({ ActiveState: card.manager === 'networkd' ? 'active' : 'inactive' }),
  })

  const runs = () => card.manager === 'networkd'
  const warning = 'WARNING: systemd-networkd is not running, output will be incomplete.\n\n'

  return {
    program(args) {
      const odd = args.find(
        (arg) => arg.startsWith('-') && !['--no-pager', '--no-legend', '--lines=0'].includes(arg),
      )
      if (odd !== undefined) return { status: 1, stderr: `networkctl: unrecognized option '${odd}'\n` }
      const [verb = 'list', name] = args.filter((arg) => !arg.startsWith('-'))
      const stderr = runs() ? '' : warning
      if (verb === 'list') {
        const row = (index: number, link: string, type: string, operational: string, setup: string) =>
          `${String(index).padStart(3)} ${link.padEnd(4)} ${type.padEnd(8)} ` +
          `${operational.padEnd(11)} ${setup}\n`
        return {
          stdout:
            row(1, 'lo', 'loopback', runs() ? 'carrier' : '-', 'unmanaged') +
            row(
              2,
              device,
              'ether',
              runs() ? (card.carrier ? 'routable' : 'no-carrier') : '-',
              runs() ? 'configured' : 'unmanaged',
            ),
          stderr,
        }
      }
      if (verb !== 'status') return { status: 1, stderr: `Unknown command verb ${verb}.\n` }
      if (name !== device) return { status: 1, stderr: `Interface "${name ?? ''}" not found.\n` }
      return { stdout: status(card), stderr }
    },
    forget() {
      disarm()
      trial = undefined
      kept = false
    },
  }
}

function status(card: Card): string {
  const { ipv4, gateway, dns } = card.now
  const line = (label: string, value: string) => `${label.padStart(30)}: ${value}\n`
  const list = (label: string, values: readonly string[]) =>
    values.map((value, at) => (at === 0 ? line(label, value) : `${' '.repeat(32)}${value}\n`)).join('')
  return (
    `* 2: ${device}\n` +
    line('Link File', 'n/a') +
    line(
      'Network File',
      card.netplan
        ? `/run/systemd/network/10-netplan-${device}.network`
        : '/etc/systemd/network/05-parking-edge.network',
    ) +
    line('State', 'routable (configured)') +
    line('Online state', 'online') +
    list('Address', [ipv4, 'fe80::5e:ff:fe4d:a']) +
    line('Gateway', gateway) +
    list('DNS', dns) +
    line('Activation Policy', 'up') +
    line('Required For Online', 'yes')
  )
}

const inRange = (value: number, min: number, max: number): boolean => value >= min && value <= max

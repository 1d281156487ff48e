/** What an ordinary server has before anything is installed: its network by ifupdown, and a firewall. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from '../box.ts'
import { lan } from '../lan.ts'
import { assert } from '../proof.ts'
import type { Step } from './pages.ts'

const firewall = 'etc/nftables.conf'

/** Call this before the box boots. */
export function prepareServer({ disk }: Box): void {
  writeFileSync(
    join(disk, 'etc/network/interfaces'),
    `auto lo eth0\niface lo inet loopback\niface eth0 inet static\n  address ${lan.box}/24\n` +
      `  gateway ${lan.client}\n`,
  )
  writeFileSync(
    join(disk, firewall),
    'flush ruleset\ntable inet filter {\n  chain input {\n' +
      '    type filter hook input priority filter; policy drop;\n    iif lo accept\n' +
      '    ct state established,related accept\n    tcp dport 22 accept\n  }\n}\n',
  )
}

/** Adds the rule that the step names to the chain, and runs the command that it names. */
export async function openPort(box: Box, { text }: Step): Promise<void> {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const rule = named.find((code) => /^tcp dport \d+ accept$/.test(code))
  const command = named.find((code) => code.startsWith('systemctl '))
  assert(rule !== undefined && command !== undefined, 'the step names no rule or no command')
  const before = readFileSync(join(box.disk, firewall), 'utf8')
  writeFileSync(join(box.disk, firewall), before.replace('    tcp dport 22 accept\n', `$&    ${rule}\n`))
  await box.sh(command.split(' '))
}

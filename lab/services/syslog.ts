/** Syslog servers: whether a row of the audit is in the file while the connection is still open. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import type { Bench, Row } from './row.ts'

const file = '/var/log/lab.log'

async function works({ device, admin, root }: Bench): Promise<string> {
  device.deps.syslog_sender.start()
  await device.call('update_syslog', { enabled: true, host: '127.0.0.1', port: 514, protocol: 'tcp' }, admin)
  await device.call('set_basic_info', { name: 'Kerb 7' }, admin)
  const written = () => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  const arrived = await until(async () => written().includes('set_basic_info'), 15_000, 'the row').then(
    () => true,
    () => false,
  )
  await device.deps.syslog_sender.stop()
  if (!arrived) return 'nothing is written while the connection is open'
  const framed = /^\d+ </m.test(written()) ? '; the length is taken for text' : ''
  const structured = written().includes('call="set_basic_info"') ? 'with' : 'without'
  return `the row arrives at once, ${structured} its structured data${framed}`
}

const rsyslog = { server: 'rsyslog', packages: ['rsyslog'], port: 514, works } as const
const syslog_ng = { server: 'syslog-ng', packages: ['syslog-ng-core'], port: 514, works } as const
const start_rsyslog = 'exec rsyslogd -n -f /etc/lab.conf'
const start_syslog_ng = 'exec syslog-ng -F -f /etc/lab.conf --no-caps'

export const syslog: readonly Row[] = [
  {
    ...rsyslog,
    setting: "stock: imtcp, and the format of Debian's files",
    files: { '/etc/lab.conf': `module(load="imtcp")\ninput(type="imtcp" port="514")\n*.* ${file}\n` },
    start: start_rsyslog,
  },
  {
    ...rsyslog,
    setting: 'with the structured data',
    show: true,
    files: {
      '/etc/lab.conf': `module(load="imtcp")
input(type="imtcp" port="514")
template(name="whole" type="list") {
  constant(value="<") property(name="pri") constant(value=">1 ")
  property(name="timestamp" dateFormat="rfc3339") constant(value=" ")
  property(name="hostname") constant(value=" ") property(name="app-name") constant(value=" ")
  property(name="procid") constant(value=" ") property(name="msgid") constant(value=" ")
  property(name="structured-data") property(name="msg") constant(value="\\n")
}
*.* action(type="omfile" file="${file}" template="whole")
`,
    },
    start: start_rsyslog,
  },
  {
    ...syslog_ng,
    setting: 'the driver of lines: network(transport(tcp))',
    files: {
      '/etc/lab.conf': `@version: current
source box { network(ip("0.0.0.0") port(514) transport("tcp")); };
destination file { file("${file}"); };
log { source(box); destination(file); };
`,
    },
    start: start_syslog_ng,
  },
  {
    ...syslog_ng,
    setting: 'the driver of RFC 6587: syslog(transport(tcp))',
    show: true,
    files: {
      '/etc/lab.conf': `@version: current
source box { syslog(ip("0.0.0.0") port(514) transport("tcp")); };
destination file {
  file(
    "${file}"
    template("<\${PRI}>1 \${ISODATE} \${HOST} \${PROGRAM} \${PID} \${MSGID} \${SDATA} \${MSG}\\n")
  );
};
log { source(box); destination(file); };
`,
    },
    start: start_syslog_ng,
  },
]

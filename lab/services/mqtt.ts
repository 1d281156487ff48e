/** MQTT brokers: the test, and whether the saved settings connect. */
import { until } from '../until.ts'
import { type Bench, type Row, tls_files } from './row.ts'

const { certificate, key } = tls_files

const works =
  (user: { username: string; password: string }) =>
  async ({ device, admin, certificate: server_trust }: Bench): Promise<string> => {
    const { data: stored } = await device.call('get_mqtt_param', {}, admin)
    const { password_set: _, revision: __, ...shown } = stored as typeof stored & Record<string, unknown>
    const param = { ...shown, enabled: true, broker: 'localhost:8883', ...user, server_trust }
    const { data, message } = await device.call('test_mqtt', param as never, admin)
    if (!data || !('took_ms' in data)) return message
    const test = data.failed ? `the test fails: ${data.failed} (${data.said})` : 'the test passes'
    device.deps.mqtt_sender.start()
    await device.call('update_mqtt_param', param as never, admin)
    const state = async () => (await device.call('mqtt_state', {}, admin)).data.state
    await until(async () => ['connected', 'failing'].includes(await state()), 30_000, 'a state', 200)
    const now = await state()
    await device.deps.mqtt_sender.stop()
    return `${test}; the saved settings: ${now}`
  }

const mosquitto = { server: 'Mosquitto', packages: ['mosquitto'], port: 8883 } as const
const tls = `listener 8883
certfile ${certificate}
keyfile ${key}
user root
`

export const mqtt: readonly Row[] = [
  {
    ...mosquitto,
    setting: 'TLS, anonymous clients',
    files: { '/etc/mosquitto/lab.conf': `${tls}allow_anonymous true\n` },
    start: 'exec mosquitto -c /etc/mosquitto/lab.conf',
    works: works({ username: '', password: '' }),
  },
  {
    ...mosquitto,
    setting: 'TLS, passwords, no retained messages, packets of at most 2,000 bytes',
    files: {
      '/etc/mosquitto/lab.conf': `${tls}allow_anonymous false
password_file /etc/mosquitto/passwords
retain_available false
max_packet_size 2000
`,
    },
    start:
      "mosquitto_passwd -b -c /etc/mosquitto/passwords box 'Kerb#2026'; " +
      'exec mosquitto -c /etc/mosquitto/lab.conf',
    works: works({ username: 'box', password: 'Kerb#2026' }),
  },
  {
    server: 'RabbitMQ',
    packages: ['rabbitmq-server'],
    port: 8883,
    setting: 'its MQTT plugin, TLS, passwords',
    show: true,
    files: {
      '/etc/rabbitmq/enabled_plugins': '[rabbitmq_mqtt].\n',
      '/etc/rabbitmq/rabbitmq.conf': `mqtt.listeners.tcp = none
mqtt.listeners.ssl.default = 8883
ssl_options.certfile = ${certificate}
ssl_options.keyfile = ${key}
default_user = box
default_pass = Kerb-2026
`,
    },
    // As root in its own root: the packaged wrapper changes to a user that may not write here.
    start: 'export HOME=/root RABBITMQ_NODENAME=lab@localhost; exec /usr/lib/rabbitmq/bin/rabbitmq-server',
    works: works({ username: 'box', password: 'Kerb-2026' }),
  },
]

/** The ports to everything outside the server; `run.ts` chooses the adapters, tests replace them. */
import type { AppPort } from './app-port.ts'
import type { CameraPort } from './camera-port.ts'
import type { ClockPort } from './clock-port.ts'
import type { DiscoveryPort } from './discovery-port.ts'
import type { HostPort } from './host-port.ts'
import type { JournalPort } from './journal-port.ts'
import type { MailPort } from './mail-port.ts'
import type { ModelsPort } from './models-port.ts'
import type { MqttPort } from './mqtt-port.ts'
import type { NetworkPort } from './network-port.ts'
import type { PackagesPort } from './packages-port.ts'
import type { PlatformPort } from './platform-port.ts'
import type { PowerPort } from './power-port.ts'
import type { ReachPort } from './reach-port.ts'
import type { ReplayPort } from './replay-port.ts'
import type { StoragePort } from './storage-port.ts'
import type { StreamRelayPort } from './stream-relay-port.ts'
import type { SyslogPort } from './syslog-port.ts'
import type { TracesPort } from './traces-port.ts'
import type { VideoPort } from './video-port.ts'
import type { VpnPort } from './vpn-port.ts'

export type Ports = {
  app: AppPort
  cameras: CameraPort
  clock: ClockPort
  discovery: DiscoveryPort
  host: HostPort
  journal: JournalPort
  mail: MailPort
  models_tool: ModelsPort
  mqtt: MqttPort
  network: NetworkPort
  packages: PackagesPort
  platform: PlatformPort
  power: PowerPort
  reach: ReachPort
  replay_tool: ReplayPort
  storage: StoragePort
  stream_relay: StreamRelayPort
  syslog: SyslogPort
  traces: TracesPort
  video: VideoPort
  vpn: VpnPort
}

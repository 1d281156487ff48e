/** A row of the table of real servers (docs/integrate/servers.md). */
import type { AppOptions } from '@parking/server/app.ts'
import type { Device } from '@parking/server/test/device.ts'

export type Bench = {
  device: Device
  /** A token of an administrator. */
  admin: string
  /** The folder that is the server's root. */
  root: string
  /** The certificate of the server's `tls_files`, for connections that must trust it. */
  certificate: string
}

export type Row = {
  server: string
  /** Debian packages; the first names the server's layer and its version in the table. */
  packages: readonly [string, ...string[]]
  setting: string
  /** Whether the page shows the files of this row, as the configuration to copy. */
  show?: true
  /** Files below the server's root, written before it starts. */
  files?: Readonly<Record<string, string>>
  /** A command for `sh` inside the root, which runs until it is ended. */
  start: string
  /** The TCP port of 127.0.0.1 on which the server listens when it is ready; none for UDP. */
  port?: number
  /** How the device is served: its names and trusted proxies. */
  app?: AppOptions
  /** What the product does with the server; returns the words of the table, throws what must not happen. */
  works(bench: Bench): Promise<string>
}

/** A self-signed certificate for `localhost`, made in the root of each row. */
export const tls_files = { certificate: '/etc/lab.pem', key: '/etc/lab.key' } as const

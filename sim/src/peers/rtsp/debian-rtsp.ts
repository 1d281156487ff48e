/**
 * Starts GStreamer's RTSP server, unpacked from Debian's packages, as its own process: an independent
 * implementation to test against.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The unpacked packages, as `scripts/lib/debian.mjs` describes them. */
export type Unpacked = { root: string; program: (name: string) => string | undefined; env: NodeJS.ProcessEnv }

export const rtsp_packages = [
  'gir1.2-gst-rtsp-server-1.0',
  'python3-gi',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
] as const

export type DebianRtspOptions = {
  username: string
  password: string
  /** The encoding of the stream at each path. */
  paths: Readonly<Record<`/${string}`, 'H264' | 'H264-slices' | 'H265'>>
  width?: number
  height?: number
  fps?: number
  /** `udp`: refuses interleaved transport. */
  transport?: 'any' | 'udp'
  /**
   * A JPEG that is reread for each frame and shown instead of a moving ball, so that the test decides the
   * picture.
   */
  picture?: string
  port?: number
}

export type DebianRtsp = {
  readonly port: number
  /** False once it has exited. */
  alive(): boolean
  stop(): Promise<void>
}

const script = fileURLToPath(new URL('debian-rtsp.py', import.meta.url))

/** Resolves when the server listens; otherwise rejects with its error output. */
export async function startDebianRtsp(unpacked: Unpacked, options: DebianRtspOptions): Promise<DebianRtsp> {
  const settings = { width: 320, height: 180, fps: 10, transport: 'any', port: 0, ...options }
  const python = unpacked.program('python3')
  if (python === undefined) throw new Error('There is no python3')
  // Libraries that the computer already has were not unpacked. Their plugins are in the computer's own
  // folders.
  const libraries = [unpacked.root, '/'].map((root) =>
    join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'),
  )
  const scanner = libraries
    .map((library) => join(library, 'gstreamer1.0/gstreamer-1.0/gst-plugin-scanner'))
    .find((file) => existsSync(file))
  const child = spawn(python, [script, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...unpacked.env,
      GI_TYPELIB_PATH: libraries.map((library) => join(library, 'girepository-1.0')).join(':'),
      GST_PLUGIN_SYSTEM_PATH: '',
      GST_PLUGIN_PATH: libraries.map((library) => join(library, 'gstreamer-1.0')).join(':'),
      GST_REGISTRY: join(unpacked.root, 'gst-registry.bin'),
      ...(scanner !== undefined && { GST_PLUGIN_SCANNER: scanner }),
    },
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)))
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The RTSP server ended with ${code}: ${errors.slice(-1_000)}`)),
    )
  })
  return { port, alive: () => child.exitCode === null && child.signalCode === null, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

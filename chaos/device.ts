/**
 * The real server as a process: started, killed as in a power cut, and restarted on the same port.
 * Long because it also inserts the camera and scene.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { insertCamera } from '@parking/server/camera/camera.store.ts'
import { cameraRow } from '@parking/server/test/camera/camera-row.ts'
import { saveScene } from '@parking/server/camera/scene.store.ts'
import { openDatabase } from '@parking/server/core/db.ts'
import { root } from '../scripts/lib/root.mjs'

const password = 'Kerb#2026'
export const camera_sn = 'CHAOS'
export const scene_id = 'chaos'
export const lotName = (n: number): string => `C${n}`

export type ChaosDevice = {
  readonly data: string
  /** The process id; undefined while no process runs. */
  readonly pid: number | undefined
  /** How many starts succeeded and how many failed. */
  readonly starts: { good: number; failed: number }
  /** The last hundred errors that the server logged, newest last. */
  readonly error_lines: string[]
  start(): Promise<void>
  /** kill -9: unfinished writes stay as they are. */
  kill(): Promise<void>
  /** Starts the server and kills it while it starts. */
  killDuringStart(after_ms: number): Promise<void>
  stop(): Promise<void>
  /**
   * Makes a call as the administrator, repeated while the server is down. Throws if the server refuses it.
   */
  call(path: string, body: object): Promise<Record<string, unknown>>
}

/** `program`: the arguments of node. Inserts the lots into a database that no server has opened yet. */
export function openDevice(folder: string, program: readonly string[], lots: number): ChaosDevice {
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  insertLots(data, lots)
  const starts = { good: 0, failed: 0 }
  const error_lines: string[] = []
  let [port, token] = ['0', '']
  let child: ChildProcess | undefined

  function begin(): ChildProcess {
    const mine = spawn(process.execPath, program, {
      // However the run ends, the IPC channel closes and the server exits.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        PARKING_PORT: port,
        PARKING_DATA: data,
        PARKING_ADMIN_PASSWORD: password,
        PARKING_LOG: 'error',
        PARKING_PROGRAMS: '/nothing-here',
        PARKING_ALLOW_LOOPBACK: '1',
      },
    })
    createInterface({ input: mine.stderr! }).on(
      'line',
      (line) => error_lines.push(line) > 100 && error_lines.shift(),
    )
    createInterface({ input: mine.stdout! }).on('line', (line) => {
      const at = /^Console: http:\/\/.*:(\d+)$/.exec(line)?.[1]
      if (at === undefined) return error_lines.push(line)
      port = at
      mine.emit('listens')
    })
    return (child = mine)
  }

  async function start(): Promise<void> {
    for (;;) {
      const mine = begin()
      const up = await Promise.race([
        once(mine, 'listens').then(() => true),
        once(mine, 'exit').then(() => false),
      ])
      if (up) return void starts.good++
      if (++starts.failed > 200)
        throw new Error(`The server no longer starts:\n${error_lines.slice(-5).join('\n')}`)
      await wait(200) // The disk is probably full: retried, as systemd would.
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const mine = child
    child = undefined
    if (!mine || mine.exitCode !== null || mine.signalCode !== null) return
    const exit = once(mine, 'exit')
    mine.kill(signal)
    await exit
  }

  async function post(
    path: string,
    body: object,
  ): Promise<{ code: number; message: string; data: Record<string, unknown> }> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
    return (await response.json()) as Awaited<ReturnType<typeof post>>
  }

  return {
    data,
    starts,
    error_lines,
    get pid() {
      return child?.pid
    },
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async killDuringStart(after_ms) {
      begin()
      await wait(after_ms)
      await end('SIGKILL')
    },
    async call(path, body) {
      for (let tries = 0; ; tries++) {
        try {
          if (token === '')
            token = String(
              (await post('/api/user/login', { username: 'admin', password })).data['token'] ?? '',
            )
          const { code, message, data: answer } = await post(path, body)
          if (code === 0) return answer
          // Code 4031 needs a recently typed password, which a new sign-in provides.
          if (code === 4000 || code === 4031) token = ''
          else if (code !== 6000 && code !== 7000 && code !== 9000)
            throw new Refused(`${path}: ${code} ${message} ${JSON.stringify(answer)}`)
          if (tries > 150) throw new Refused(`${path}: ${code} ${message}`)
        } catch (error) {
          if (error instanceof Refused || tries > 150) throw error
        }
        await wait(200)
      }
    },
  }
}

class Refused extends Error {}

function insertLots(data: string, lots: number): void {
  const db = openDatabase(join(data, 'parking.db'), join(root, 'server/migrations'))
  insertCamera(
    db,
    cameraRow({
      camera_sn,
      camera_name: 'Chaos',
      onvif_port: 80,
      onvif_supported: 1,
      state: 2,
      state_reason: 'picture',
    }),
  )
  saveScene(
    db,
    {
      scene_id,
      camera_sn,
      scene_type: 0,
      enabled: 1,
      parking_no: 'P',
      direction: 5,
      ref_width: 64,
      ref_height: 48,
      feature: null,
      focus: null,
      ref_picture: '',
      update_ms: 0,
    },
    Array.from({ length: lots }, (_, at) => ({
      lot_no: lotName(at),
      lot_type: 1 as const,
      lot_posture: 0 as const,
      motor_num: 1,
      difficult: 0 as const,
      polygon: [
        [0.1, 0.1],
        [0.3, 0.1],
        [0.2, 0.4],
      ],
    })),
  )
  db.close()
}

/** How the looks at one camera cope with a faulty camera and a full disk. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { no_state } from '#src/decide/state.ts'
import { openSource } from '#src/sources/open-source.ts'
import { newFigures, watchCamera, type WatchNeeds } from '#src/watch/camera-watch.ts'

const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
  .composite([{ input: { text: { text: 'P', width: 40, height: 40 } } }])
  .jpeg()
  .toBuffer()

/** Watches a real camera on loopback; resolves after one look, successful or not. */
async function lookOnce(answer: Parameters<typeof createServer>[1], onLook: WatchNeeds['onLook']) {
  const camera = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void camera.close())
  await new Promise((ready) => camera.once('listening', ready))
  const frame_url = `http://127.0.0.1:${(camera.address() as AddressInfo).port}/`
  const figures = newFigures()
  const said: string[] = []
  let looked = (): void => undefined
  const once = new Promise<void>((resolve) => (looked = resolve))
  const watch = watchCamera({
    camera_sn: 'SN-1',
    vision: {
      observe: async (_, time) => ({ camera_sn: 'SN-1', time, health: 'ok', why: '', grey: false, lots: [] }),
      learned: () => null,
    },
    source: openSource({ frame_url, stream_url_main: '', stream_url_sub: '' }, Date.now),
    clock: {
      now: Date.now,
      wait: (_, signal) => {
        looked()
        return new Promise((end) => signal.addEventListener('abort', () => end(), { once: true }))
      },
    },
    queue: { run: (work) => work() },
    figures,
    track_step: () => 10,
    state: () => no_state,
    wantedPlates: () => new Set(),
    onLook,
    onUnstored: (error) => void said.push(`not stored: ${(error as Error).message}`),
    onSilent: (why) => void said.push(`silent: ${why}`),
    confirms: () => undefined,
    onBack: () => void said.push('back'),
  })
  await once
  await watch.stop()
  return { figures, said }
}

test('a connection that the camera cuts is reported as a readable reason', async () => {
  const { figures, said } = await lookOnce(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length })
      response.write(picture.subarray(0, 100), () => response.socket?.destroy())
    },
    async () => undefined,
  )
  expect(said).toEqual(['silent: the camera closed the connection before its answer was complete'])
  expect(figures).toMatchObject({ looks: 0, misses: 1 })
})

test('a full disk is not reported as a fault of the camera', async () => {
  const { figures, said } = await lookOnce(
    (_, response) => void response.end(picture),
    () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
  )
  expect(said).toEqual(['not stored: ENOSPC: no space left on device, write'])
  expect(figures).toMatchObject({ looks: 1, misses: 0 })
})

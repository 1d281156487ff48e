/** Parts start in order and stop in reverse, and a failure leaves nothing running. */
import { expect, test } from 'vitest'
import { group, sequence, type Part } from '#src/core/part.ts'

const recorder = () => {
  const seen: string[] = []
  const part = (name: string, { fails }: { fails?: 'start' | 'stop' } = {}): Part => ({
    async start() {
      seen.push(`start ${name}`)
      if (fails === 'start') throw new Error(`${name} cannot start`)
    },
    async stop() {
      seen.push(`stop ${name}`)
      if (fails === 'stop') throw new Error(`${name} cannot stop`)
    },
  })
  return { seen, part }
}

test('a sequence starts in order and stops in reverse, once', async () => {
  const { seen, part } = recorder()
  const parts = sequence([part('a'), group([part('b'), part('c')]), part('d')])
  await parts.start()
  await parts.stop()
  await parts.stop()
  expect(seen).toEqual(['start a', 'start b', 'start c', 'start d', 'stop d', 'stop b', 'stop c', 'stop a'])
})

test('a failed start stops all started parts, including itself, and reports the reason', async () => {
  const { seen, part } = recorder()
  const parts = sequence([part('a'), part('b', { fails: 'start' }), part('c')])
  await expect(parts.start()).rejects.toThrow('b cannot start')
  await parts.stop()
  expect(seen).toEqual(['start a', 'start b', 'stop b', 'stop a'])
})

test('a failed stop does not keep the other parts running', async () => {
  const { seen, part } = recorder()
  const parts = sequence([part('a'), group([part('b', { fails: 'stop' }), part('c')]), part('d')])
  await parts.start()
  await expect(parts.stop()).rejects.toThrow('b cannot stop')
  expect(seen.slice(4)).toEqual(['stop d', 'stop b', 'stop c', 'stop a'])
})

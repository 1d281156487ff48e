/**
 * Checks the effects of a poor network on events: repeats, lost answers, broken bodies, changed order, many
 * at once.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { correctionOf, eventBody, keyOf, type EventBody } from './bodies.ts'
import type { Answer } from './client.ts'
import { consequenceOf, type Needs } from './device.ts'
import type { CheckName } from './findings.ts'
import { namedPicture } from './picture.ts'
import { exit } from './words.ts'

const minute_ms = 60_000
/** Time for the platform to notice a closed connection before the event is repeated. */
const settle_ms = 100

export async function checkRepeats(needs: Needs): Promise<void> {
  const { addresses, client, device, findings, identity } = needs
  const { deliver } = device
  const { data } = addresses
  if (data === undefined) return
  const make = (over: Partial<EventBody> = {}) => eventBody(identity, over)

  const twice = make()
  if (await deliver('repeat', twice, 'an entry')) {
    await deliver('repeat', twice, 'an entry that came again')
    await deliver('repeat', twice, 'an entry that came a third time')
  }
  const form = make({ event_type: exit })
  if (await deliver('other_form', form, 'an exit with pictures inside')) {
    const named = { ...form, pictures: [namedPicture('image', 'later/picture.jpg')] }
    await deliver('other_form', named, 'an exit that came again with named pictures')
  }
  for (const [check, cut, what] of [
    ['lost_answer', 'answer', 'an entry whose answer was lost'],
    ['half_body', 'half', 'an exit whose body broke off'],
  ] as const) {
    const event = make(cut === 'half' ? { event_type: exit } : {})
    await client.post(data, event, { token: device.token, key: keyOf(event), cut })
    await pause(settle_ms)
    await deliver(check, event, what)
  }
  const same = make()
  const answers = await Promise.all(
    [same, same].map((body) => client.post(data, body, { token: device.token, key: keyOf(body) })),
  )
  if (answers.every(isFinal)) judgeAll('parallel_same', answers, 'an entry that came twice at once')
  await deliver('parallel_same', same, 'an entry that had come twice at once')

  const late = Date.now()
  await deliver('reordered', make({ event_type: exit, event_time: late }), 'an exit before its entry')
  await deliver('reordered', make({ event_time: late - minute_ms }), 'an entry after its exit')

  /**
   * Judges repeats. A repeat answered as busy is sent again; after a refusal the device would keep the event.
   */
  function judgeAll(check: CheckName, all: readonly Answer[], what: string): void {
    for (const answer of all)
      if (answer.reading === 'refused') findings.wrong(check, `${what} ${consequenceOf(answer)}`)
  }
}

const isFinal = ({ reading }: Answer): boolean => reading === 'accepted' || reading === 'refused'

/** Sends an entry and then an exit for each of `count` lots at once. */
export async function checkParallel({ device, identity }: Needs, count: number): Promise<void> {
  for (const event_type of [1, exit])
    await Promise.all(
      Array.from({ length: count }, (_, at) => {
        const lot_no = identity.lots[at % identity.lots.length] ?? ''
        const event = eventBody(identity, { event_type, lot_no })
        return device.deliver('parallel', event, `event ${at + 1} of ${count} at once`)
      }),
    )
}

export async function checkCorrections({ addresses, device, identity }: Needs): Promise<void> {
  if (addresses.data === undefined) return
  const { deliver } = device
  const first = eventBody(identity, { plate_number: '粤B1O345' })
  const right = { plate_number: '粤B10345' }
  await deliver('correction', first, 'an entry')
  const corrected = correctionOf(first, 1, 'corrected', right)
  if (await deliver('correction', corrected, 'a correction')) {
    await deliver('correction', corrected, 'a correction that came again')
    const bare = correctionOf(corrected, 2, 'confirmed', { pictures: [] })
    await deliver('correction', bare, 'a correction without pictures')
    await deliver('late_original', first, 'an entry that came again after its correction')
  }
  const never = eventBody(identity, { event_type: exit })
  await deliver(
    'correction_first',
    correctionOf(never, 1, 'corrected', right),
    'a correction of an exit that never came',
  )
  const withdrawn = eventBody(identity)
  await deliver('withdrawn', withdrawn, 'an entry')
  await deliver('withdrawn', correctionOf(withdrawn, 1, 'discarded'), 'the withdrawal of an entry')
  const empty = eventBody(identity)
  await deliver('withdrawn', empty, 'an entry')
  await deliver('withdrawn', correctionOf(empty, 1, 'vacant'), 'an entry that was vacant')
  const again = eventBody(identity, { event_type: exit })
  await deliver('withdrawn', again, 'an exit')
  await deliver('withdrawn', correctionOf(again, 1, 'discarded'), 'the withdrawal of an exit')
  await deliver('withdrawn', correctionOf(again, 2, 'confirmed'), 'an exit that counts again')
}

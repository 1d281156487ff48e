/**
 * The web page of the platform: the received data, and buttons for its behaviour. Plain HTML without scripts.
 */
import type { Json } from './checks.ts'
import type { Heads } from './heads.ts'
import type { ProofHeads } from './proof-heads.ts'
import type { PlatformBehaviour, ReceivedEvent } from './platform.ts'

type Shown = {
  events: ReceivedEvent[]
  heartbeats: Json[]
  heads: Heads
  proofs: ProofHeads
  inits: Json[]
  names: ReadonlyMap<string, string>
  signIns: Json[]
  duplicates: number
  faults: string[]
  behaviour: PlatformBehaviour
  objects: (key: string) => Buffer | undefined
}

const words: Record<number, string> = {
  0: 'initial entry',
  1: 'entry',
  2: 'update',
  3: 'exit',
  4: 'smart timer image',
  5: 'timer image',
  6: 'timed re-sign',
  7: 'manual vacancy check',
  8: 'manual occupied check',
  9: 'scheduled entry',
  10: 'scheduled exit',
}
const buttons: readonly (readonly [PlatformBehaviour, string])[] = [
  ['accept', 'accept everything'],
  ['refuse', 'refuse events (7001)'],
  ['busy', 'say busy (6000)'],
  ['stall', 'never answer'],
  ['break', 'cut the connection'],
  ['drop', 'take it and hang up'],
  ['twice', 'answer twice'],
  ['error', 'say 5xx'],
  ['throttle', 'say 429'],
  ['redirect', 'redirect'],
  ['garbage', 'answer garbage'],
  ['down', 'be down for 30 s'],
  ['expire', 'make tokens void'],
]
const escape = (text: unknown): string =>
  String(text ?? '').replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)

const style = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; color: #1c2430; background: #f4f6f8 }
table { border-collapse: collapse; background: #fff; width: 100% }
td, th { padding: 6px 10px; border-bottom: 1px solid #e4e8ec; text-align: left;
  font-variant-numeric: tabular-nums }
button { font: inherit; padding: 4px 12px; margin: 0 6px 6px 0; border: 1px solid #b6c2ce; border-radius: 4px;
  background: #fff; cursor: pointer }
button[aria-pressed=true] { background: #096dd9; color: #fff; border-color: #096dd9 }
code { font-size: 12px; color: #5b6b7a }
h1 { font-size: 20px }
.wide { overflow-x: auto }`

export function drawPage({
  events,
  heartbeats,
  heads,
  proofs,
  inits,
  names,
  signIns,
  duplicates,
  faults,
  behaviour,
  objects,
}: Shown): string {
  const rows = events
    .slice(-50)
    .toReversed()
    .map((event) => {
      const picture =
        event.pictures.find(({ kind }) => kind === 'plate') ??
        event.pictures.find(({ kind }) => kind === 'car')
      const content = picture?.key === undefined ? picture?.content : objects(picture.key)
      const image = content?.length
        ? `<img alt="" height="36" src="data:image/jpeg;base64,${content.toString('base64')}">`
        : ''
      return (
        `<tr><td>${escape(event.event_time_str)}<td>${escape(event.camera_name)}<td>` +
        `${escape(event.lot_no)}<td>` +
        `${escape(words[event.event_type] ?? event.event_type)}<td>` +
        `${escape(event.plate_number)}<td>${image}<td>${event.pictures.length}<td><code>` +
        `${escape(event.uuid)}</code>`
      )
    })
  const last = heartbeats.at(-1)
  const last_heartbeat = last
    ? ` (last: ${escape(JSON.stringify(last['cameras']))}, queue ${escape(last['queue'])})`
    : ''
  const rejected = faults.length
    ? `<br><strong>${faults.length} requests were wrong</strong>, the last: ${escape(faults.at(-1))}`
    : ''
  const choices = buttons.map(
    ([value, label]) =>
      `<button name="behaviour" value="${value}" aria-pressed="${value === behaviour}">${label}</button>`,
  )
  const empty = '<tr><td colspan="8">Nothing yet: the device sends an event when a car comes or goes.'
  const columns = ['Time', 'Camera', 'Lot', 'Event', 'Plate', 'Picture', 'Pictures', 'uuid']
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>IoT platform (simulated)</title>
<style>${style}</style>
<h1>The IoT platform, simulated</h1>
<form method="post" action="/behaviour">${choices.join('')}</form>
<p>${events.length} events, ${duplicates} duplicates dropped, ${signIns.length} sign-ins, ${inits.length}
inits, ${heartbeats.length} heartbeats${last_heartbeat}.
${rejected}</p>
<p>Devices: ${escape([...names].map(([device, name]) => `${name} (${device})`).join(', ') || 'none')}. A name
can be taken by one device only.</p>
${headsOf(heads)}
${proofsOf(proofs)}
<div class="wide"><table><thead><tr>${columns.map((name) => `<th>${name}`).join('')}
<tbody>${rows.join('\n') || empty}</table></div></html>`
}

const headsOf = (heads: Heads): string =>
  [
    ...heads
      .newest()
      .map(([device, head]) => `<p>Audit head of ${escape(device)}: <code>${escape(head)}</code></p>`),
    ...heads.contradictions
      .slice(-5)
      .map((one) => `<p><strong>The audit chain was altered</strong>: ${escape(one)}</p>`),
  ].join('\n')

const proofsOf = (proofs: ProofHeads): string =>
  [
    ...proofs
      .newest()
      .map(
        ([device, head]) =>
          `<details><summary>Evidence head of ${escape(device)}</summary>` +
          `<code>${escape(JSON.stringify(head))}</code></details>`,
      ),
    ...proofs.contradictions
      .slice(-5)
      .map((one) => `<p><strong>The evidence log was altered</strong>: ${escape(one)}</p>`),
  ].join('\n')

/**
 * `npm run bench:hand [-- PART or word ...] [--cost | --peer FOLDER]`: input to paint (target: p95 100 ms),
 * frames (55) and idle traffic (100 kB a minute) on a processor slowed down four times, merged into
 * docs/bench/hand.md. With --cost it prints the processor time instead. Long because each table has a loop.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../scripts/lib/root.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { openPeer } from './web/peer.ts'
import { interactions, type Interaction } from './hand/interactions.ts'
import { costOf, costTable, type Cost } from './hand/cost.ts'
import { bareClick, inputToPaint, type Frames } from './hand/measure.ts'
import { mergeRows } from './hand/merge.ts'
import { motions } from './hand/motions.ts'
import {
  framesTable,
  interactionTable,
  loadNow,
  peerTable,
  trafficTable,
  type InteractionTimes,
} from './hand/page.ts'
import { peer_interactions } from './hand/peer-interactions.ts'
import { measureRoutes, route_names } from './hand/routes.ts'
import { openHand, type Hand } from './hand/stage.ts'
import { measureTraffic, watched } from './hand/traffic.ts'
import { median, percentile, printTable } from './support/figures.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { readOptions } from '../scripts/lib/options.ts'

const rounds = 24
const floor_rounds = 12
const motion_runs = 3
const cost_rounds = 6
/** Each part takes less than four minutes. */
const parts = ['forms', 'menu', 'lists', 'lots', 'routes', 'frames', 'traffic']
const { values, positionals: words } = readOptions(
  'npm run bench:hand -- [PART or WORD ...] [--cost | --peer FOLDER]',
  {
    options: { peer: { type: 'string' }, cost: { type: 'boolean', default: false } },
    allowPositionals: true,
  },
)
const isChosen = (part: string, name: string) =>
  words.length === 0 ||
  words.includes(part) ||
  words.some((word) => !parts.includes(word) && name.includes(word))
const chosenOf = <T extends { name: string; part?: string }>(list: readonly T[], part = '') =>
  list.filter((one) => isChosen(one.part ?? part, one.name))

type Opens = (path: string) => Promise<Page>

async function measureInteractions(list: readonly Interaction[], open: Opens) {
  const all: (InteractionTimes & { load: string })[] = []
  for (const { name, path, before, act, undo } of list) {
    const page = await open(path)
    const floor: number[] = []
    for (let round = 0; round < floor_rounds; round++)
      floor.push(await inputToPaint(page, () => bareClick(page)))
    await before?.(page)
    const ms: number[] = []
    for (let round = 0; round < rounds; round++) {
      ms.push(await inputToPaint(page, () => act(page, round)))
      await undo?.(page, round)
    }
    all.push({ name, ms, floor, load: loadNow() })
    await page.context().close()
    console.error(`${name}: ${median(ms)}/${percentile(ms, 95)} (${median(floor)}/${percentile(floor, 95)})`)
  }
  return all
}

async function measureMotions(hand: Hand): Promise<string[][]> {
  const rows: string[][] = []
  for (const { name, path, run } of chosenOf(motions(hand), 'frames')) {
    const page = await hand.page()
    await hand.open(page, path)
    const seen: Frames[] = []
    for (let at = 0; at < motion_runs; at++) seen.push(await run(page))
    const middle = (key: keyof Frames) => median(seen.map((one) => one[key])).toFixed(0)
    rows.push([name, middle('per_second'), middle('p95_ms'), middle('longest_ms'), loadNow()])
    console.error(rows.at(-1)?.join(' '))
    await page.context().close()
  }
  return rows
}

/** The processor cost of interactions and motions at full speed. The first two rounds are warm-up. */
async function measureCosts(hand: Hand): Promise<{ name: string; costs: Cost[] }[]> {
  const rows: { name: string; costs: Cost[] }[] = []
  const measure = async (
    name: string,
    path: string,
    rounds: number,
    run: Interaction['act'],
    more: Partial<Interaction>,
  ) => {
    const page = await hand.page(1)
    await hand.open(page, path)
    await more.before?.(page)
    const costs: Cost[] = []
    for (let round = 0; round < rounds; round++) {
      costs.push(await costOf(page, () => run(page, round)))
      await more.undo?.(page, round)
    }
    await page.context().close()
    rows.push({ name, costs: costs.slice(Math.min(2, rounds - 1)) })
    console.error(name)
  }
  for (const { name, path, act, ...more } of chosenOf(interactions(hand)))
    await measure(name, path, cost_rounds + 2, act, more)
  for (const { name, path, run } of chosenOf(motions(hand), 'frames'))
    await measure(name, path, motion_runs, run, {})
  return rows
}

/** Measures the peer in the same run and compares both in a table. */
async function measurePeer(folder: string, hand: Hand, ours: readonly InteractionTimes[]) {
  const peer = await openPeer(folder)
  const theirs = await measureInteractions(chosenOf(peer_interactions), async (path) => {
    const page = await hand.page()
    await page.goto(peer.address + path, { waitUntil: 'networkidle' })
    return page
  })
  await peer.end()
  return peerTable(ours, theirs)
}

await buildWhatChanged()
const hand = await openHand()
if (values.cost) {
  console.log(costTable(await measureCosts(hand)))
  await hand.end()
  process.exit()
}
const interaction_ms = await measureInteractions(chosenOf(interactions(hand)), async (path) => {
  const page = await hand.page()
  await hand.open(page, path)
  return page
})
const beside = values.peer === undefined ? [] : [await measurePeer(values.peer, hand, interaction_ms)]
if (isChosen('routes', 'route')) interaction_ms.push(...(await measureRoutes(hand)))
const moved = await measureMotions(hand)
const loaded = await measureTraffic(hand, chosenOf(watched(hand), 'traffic'))
await hand.end()

const order = [
  ...interactions(hand).map(({ name }) => name),
  ...route_names,
  ...motions(hand).map(({ name }) => name),
  ...watched(hand).map(({ name }) => name),
]
const doc = 'docs/bench/hand.md'
let page = readFileSync(join(root, doc), 'utf8')
for (const { title, columns, rows } of [
  interactionTable(interaction_ms),
  ...beside,
  framesTable(moved),
  trafficTable(loaded),
]) {
  if (rows.length === 0) continue
  printTable([[title, ...columns.slice(1)], ...rows])
  page = mergeRows(page, title, columns, rows, order)
}
await writePage(doc, page)

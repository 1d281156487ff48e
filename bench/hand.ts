/**
 * `npm run bench:hand [-- word ...] [--cost | --peer FOLDER]`: at a processor four times slower the time from
 * an input to its paint beside a bare click and a peer (target: p95 100 ms), frames (55), and what an idle
 * page loads (100 kB a minute); with --cost the processor time instead.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { isInstalling } from '@parking/console/install/install-steps.ts'
import { pagePaths } from '../e2e/support/pages.ts'
import { dictionaries } from '../e2e/support/words.ts'
import { root } from '../scripts/lib/root.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { openPeer } from './web/peer.ts'
import { interactions, type Interaction } from './hand/interactions.ts'
import { costOf, costTable, type Cost } from './hand/cost.ts'
import { felt, type Frames } from './hand/measure.ts'
import { motions } from './hand/motions.ts'
import { pageOf, type Felt } from './hand/page.ts'
import { peer_interactions } from './hand/peer-interactions.ts'
import { openHand, rest, type Hand } from './hand/stage.ts'
import { measureTraffic } from './hand/traffic.ts'
import { median, percentile } from './support/figures.ts'

const rounds = 24
const floor_rounds = 12
const motion_runs = 3
const cost_rounds = 6
const { values, positionals: words } = parseArgs({
  options: { peer: { type: 'string' }, cost: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const asked = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

/** A click on the heading, where nothing listens. */
const bareClick = (page: Page) => page.getByRole('heading', { level: 1 }).first().click({ force: true })

async function measureInteractions(list: readonly Interaction[], open: (path: string) => Promise<Page>) {
  const all: Felt[] = []
  for (const { name, path, before, act, undo } of list.filter((one) => asked(one.name))) {
    const page = await open(path)
    const floor: number[] = []
    for (let round = 0; round < floor_rounds; round++) floor.push(await felt(page, () => bareClick(page)))
    await before?.(page)
    const ms: number[] = []
    for (let round = 0; round < rounds; round++) {
      ms.push(await felt(page, () => act(page, round)))
      await undo?.(page, round)
    }
    all.push({ name, ms, floor })
    await page.context().close()
    console.error(`${name}: ${median(ms)}/${percentile(ms, 95)} (${median(floor)}/${percentile(floor, 95)})`)
  }
  return all
}

/** Every page of the menu, opened by its link: the first visit, and later ones. */
async function measureRoutes(hand: Hand): Promise<Felt[]> {
  const [first, again, floor]: number[][] = [[], [], []]
  for (const felt_ms of [first, again, again]) {
    const page = await hand.page()
    await hand.open(page, '/dashboard')
    const menu = page.getByRole('navigation', { name: dictionaries.zh.shell.menu.label })
    const closed = menu.getByRole('button', { expanded: false })
    const unfold = async () => {
      while ((await closed.count()) > 0) await closed.first().click()
    }
    await unfold()
    const linked: string[] = []
    for (const path of pagePaths)
      if (path !== '/dashboard' && (await menu.locator(`a[href="${path}"]`).count()) > 0) linked.push(path)
    const visit = async (path: string) => {
      await unfold()
      const ms = await felt(page, () => menu.locator(`a[href="${path}"]`).click())
      await page.waitForURL(`**${path}*`)
      await rest(page)
      // The path of an installation has an index of its own instead of the menu.
      if (isInstalling(path, '')) await page.goBack()
      await menu.waitFor()
      return ms
    }
    if (felt_ms === again) for (const path of linked) await visit(path)
    for (const path of linked) {
      felt_ms?.push(await visit(path))
      floor?.push(await felt(page, () => bareClick(page)))
    }
    await page.context().close()
  }
  return [
    { name: 'route, first visit', ms: first ?? [], floor: floor ?? [] },
    { name: 'route, seen before', ms: again ?? [], floor: floor ?? [] },
  ]
}

async function measureMotions(hand: Hand): Promise<string[][]> {
  const rows: string[][] = []
  for (const { name, path, run } of motions(hand).filter((one) => asked(one.name))) {
    const page = await hand.page()
    await hand.open(page, path)
    const seen: Frames[] = []
    for (let at = 0; at < motion_runs; at++) seen.push(await run(page))
    const middle = (key: 'per_second' | 'p95_ms' | 'longest_ms') => median(seen.map((one) => one[key]))
    rows.push([
      name,
      middle('per_second').toFixed(0),
      middle('p95_ms').toFixed(0),
      middle('longest_ms').toFixed(0),
    ])
    console.error(rows.at(-1)?.join(' '))
    await page.context().close()
  }
  return rows
}

/** Interactions and motions at full speed, by what they cost. The first two rounds warm up. */
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
  for (const { name, path, act, ...more } of interactions(hand).filter((one) => asked(one.name)))
    await measure(name, path, cost_rounds + 2, act, more)
  for (const { name, path, run } of motions(hand).filter((one) => asked(one.name)))
    await measure(name, path, motion_runs, run, {})
  return rows
}

await buildWhatChanged()
const hand = await openHand()
if (values.cost) {
  console.log(costTable(await measureCosts(hand)))
  await hand.end()
  process.exit()
}
const all = await measureInteractions(interactions(hand), async (path) => {
  const page = await hand.page()
  await hand.open(page, path)
  return page
})
const peer = values.peer === undefined ? undefined : await openPeer(values.peer)
const theirs = peer && {
  name: peer.name,
  all: await measureInteractions(peer_interactions, async (path) => {
    const page = await hand.page()
    await page.goto(peer.address + path, { waitUntil: 'networkidle' })
    return page
  }),
}
await peer?.end()
if (asked('route')) all.push(...(await measureRoutes(hand)))
const moved = await measureMotions(hand)
const loaded = asked('traffic') ? await measureTraffic(hand) : []
await hand.end()

const text = pageOf({ rounds, motion_runs, all, moved, loaded, peer: theirs })
console.log(text)
if (words.length === 0) writeFileSync(join(root, 'docs/bench/hand.md'), text)

/** The reasons of failed upgrades for the alarm mails, in both scripts. */
import type { UpgradeReason } from '@parking/contract/alarm/upgrade-reasons.ts'
import { upgrade_words as tw_reasons } from '@parking/contract/words/tw/upgrades.ts'
import { upgrade_words as zh_reasons } from '@parking/contract/words/zh/upgrades.ts'
import type { Facts } from './reading.ts'

type Words = {
  reasons: Readonly<Record<UpgradeReason, string>>
  went_back: (from: string, why: string) => string
  not_begun: (from: string, why: string) => string
}

export const zh_upgrades: Words = {
  reasons: zh_reasons,
  went_back: (from, why) => `${why}，设备已退回 ${from} 版，照常工作。`,
  not_begun: (from, why) => `${why}，升级没有开始，设备仍以 ${from} 版工作。`,
}
export const tw_upgrades: Words = {
  reasons: tw_reasons,
  went_back: (from, why) => `${why}，裝置已退回 ${from} 版，照常運作。`,
  not_begun: (from, why) => `${why}，升級沒有開始，裝置仍以 ${from} 版運作。`,
}

/** A reason unknown to this version is used unchanged. */
export function upgradeText(facts: Facts, words: Words): string {
  const reason = String(facts['reason'] ?? '')
  const why = Object.entries(words.reasons).find(([known]) => known === reason)?.[1] ?? reason
  const from = String(facts['from'] ?? '')
  return facts['result'] === 'not_begun' ? words.not_begun(from, why) : words.went_back(from, why)
}

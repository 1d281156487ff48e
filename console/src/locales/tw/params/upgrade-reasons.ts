import { upgrade_words as reasons } from '@parking/contract/words/tw/upgrades.ts'
import type zh from '#src/locales/zh/params/upgrade-reasons.ts'
import type { Translation } from '#src/locales/types/translation.ts'

export default {
  reasons,
  went_back: (from: string, why: string) => `${why}，裝置已退回 ${from} 版`,
  not_begun: (from: string, why: string) => `${why}，升級沒有開始，仍為 ${from} 版`,
} satisfies Translation<typeof zh>

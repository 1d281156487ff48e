/** Why an upgrade did not succeed: in the list of alarms and in the log. */
import { upgrade_words as reasons } from '@parking/contract/words/zh/upgrades.ts'

export default {
  reasons,
  went_back: (from: string, why: string) => `${why}，设备已退回 ${from} 版`,
  not_begun: (from: string, why: string) => `${why}，升级没有开始，仍为 ${from} 版`,
}

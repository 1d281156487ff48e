/** Why an upgrade did not succeed. */
import type { UpgradeReason } from '#src/alarm/upgrade-reasons.ts'

export const upgrade_words: Readonly<Record<UpgradeReason, string>> = {
  no_beat: '新版本沒有啟動，或不再回應',
  database: '新版本無法寫入資料庫',
  analysis: '分析程式沒有連線到新版本',
  page: '新版本的登入頁打不開',
  other_version: '實際執行的不是已安裝的版本',
  restarts: '新版本連續當掉三次',
  unsteady: '新版本在規定時間內沒有穩定執行',
  interrupted: '裝置在試執行期間三次斷電',
  no_space: '磁碟空間不足，無法先做備份',
  copy_failed: '備份沒有成功',
  not_installed: '新版本的檔案不完整',
  no_version: '無法確定目前執行的版本',
}

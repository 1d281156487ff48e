/** The reasons of failed upgrades for the alarm mails, in both scripts. */
import type { UpgradeReason } from '@parking/contract/alarm/upgrade-reasons.ts'
import type { Facts } from './reading.ts'

type Words = {
  reasons: Readonly<Record<UpgradeReason, string>>
  went_back: (from: string, why: string) => string
  not_begun: (from: string, why: string) => string
}

export const zh_upgrades: Words = {
  reasons: {
    no_beat: '新版本没有启动，或不再应答',
    database: '新版本无法写入数据库',
    analysis: '分析程序没有连接到新版本',
    page: '新版本的登录页打不开',
    other_version: '实际运行的不是已安装的版本',
    restarts: '新版本连续崩溃三次',
    unsteady: '新版本在规定时间内没有稳定运行',
    interrupted: '设备在试运行期间三次断电',
    no_space: '磁盘空间不足，无法先做备份',
    copy_failed: '备份没有成功',
    not_installed: '新版本的文件不完整',
    no_version: '无法确定当前运行的版本',
  },
  went_back: (from, why) => `${why}，设备已退回 ${from} 版，照常工作。`,
  not_begun: (from, why) => `${why}，升级没有开始，设备仍以 ${from} 版工作。`,
}
export const tw_upgrades: Words = {
  reasons: {
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
  },
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

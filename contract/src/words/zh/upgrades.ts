/** Why an upgrade did not succeed. */
import type { UpgradeReason } from '#src/alarm/upgrade-reasons.ts'

export const upgrade_words: Readonly<Record<UpgradeReason, string>> = {
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
}

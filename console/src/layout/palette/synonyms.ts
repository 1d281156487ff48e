/** Words that users type for what the console calls otherwise, in both scripts. */
const groups: readonly (readonly [typed: string, means: string])[] = [
  ['违停 違停 夜间免费 夜間免費 免费时段 免費時段 费率 費率 收费时间 收費時間', '时段计划 時段計畫'],
  ['摄像头 攝像頭 相机 相機 监控 監控 镜头 鏡頭', '摄像机与场景 攝影機與場景 摄像机 攝影機'],
  ['车位 車位 停车位 停車位', '泊位 車格'],
  ['报警 報警 警告', '告警 警報'],
  ['重置 还原 恢复出厂 恢復原廠 恢復出廠', '恢复出厂设置 還原原廠設定'],
  ['备份 備份', '快照'],
  ['升级 升級 更新 固件 韌體', '软件版本 軟體版本'],
  ['云存储 雲端儲存 oss s3 ftp', '对象存储 物件儲存'],
  ['硬盘 硬碟 磁盘 磁碟 空间 空間', '本地存储 裝置儲存空間'],
  ['邮箱 信箱 邮件 郵件 smtp', '告警邮件 警報郵件'],
  ['校时 對時 对时 时区 時區 ntp', '时间设置 時間設定'],
  ['改密码 換密碼 换密码 改密碼', '修改密码 變更密碼'],
  ['注销 註銷 退出 登出', '退出登录 登出'],
  ['二次验证 二次驗證 双因素 雙因素', '两步验证 兩步驟驗證'],
  ['暗色 夜间模式 夜間模式 黑色主题', '主题：深色 主題：深色'],
  ['掉线 斷線 断线 断开', '离线 離線'],
  ['车牌识别 車牌辨識 准确率 準確率', '识别准确率 辨識準確率'],
  ['重启设备 重新開機 重开机', '重启与恢复 重新啟動與恢復'],
]

const table = new Map<string, string[]>()
for (const [typed, means] of groups)
  for (const word of typed.split(' ')) table.set(word, [...(table.get(word) ?? []), ...means.split(' ')])

/** What a typed word may mean, in lower case; empty if it has no synonym. */
export const synonyms = (word: string): readonly string[] => table.get(word) ?? []

/**
 * Texts of the alarm mails in both scripts, written by hand. The console has its own texts for the same
 * alarms.
 * Long because both scripts are in one file.
 */
import { alarm_subjects, type AlarmKind, type CameraStep } from '@parking/contract'
import {
  damage_sentences_tw,
  damage_sentences_zh,
  type DataDamage,
} from '@parking/contract/alarm/data-damages.ts'
import { zh_upgrades, tw_upgrades, upgradeText } from './mail-upgrade-words.ts'
import type { Facts } from './reading.ts'

export type MailWords = {
  subject: {
    raised: (what: string) => string
    recovered: (what: string) => string
    many: (raised: number, recovered: number) => string
    test: string
  }
  kinds: Readonly<Record<AlarmKind, (name: string) => string>>
  /** Details, or an empty text if there are none. */
  facts: (kind: AlarmKind, facts: Facts) => string
  raised: string
  recovered: string
  critical: string
  since: (time: string) => string
  lasted: (from: string, to: string, how_long: string) => string
  duration: (seconds: number) => string
  more: (n: number) => string
  device: (name: string, serial: string, place: string) => string
  still_open: (n: number) => string
  /** `head` is long, so it has a line of its own. */
  audit_head: (time: string, head: string) => string
  foot: string
  test: (time: string) => string
}

const gigabytes = (bytes: string | number | undefined): string =>
  `${(Number(bytes ?? 0) / 1024 ** 3).toFixed(1)} GB`
const seconds = (ms: string | number | undefined): string => (Number(ms ?? 0) / 1000).toFixed(1)

const zh_steps: Record<CameraStep, string> = {
  reach: '网络不通',
  port: '端口没有应答',
  clock: '时钟相差太大',
  signin: '用户名或密码不正确',
  profile: '没有可用的媒体配置',
  stream: '视频流打不开',
  picture: '取不到画面',
}
const tw_steps: Record<CameraStep, string> = {
  reach: '網路不通',
  port: '連接埠沒有回應',
  clock: '時鐘相差太大',
  signin: '使用者名稱或密碼不正確',
  profile: '沒有可用的媒體設定',
  stream: '影像串流打不開',
  picture: '取不到畫面',
}
const stepIn = (steps: Record<CameraStep, string>, step: string | number | undefined): string =>
  typeof step === 'string' && Object.hasOwn(steps, step) ? steps[step as CameraStep] : ''

const zh: MailWords = {
  subject: {
    raised: (what) => `告警：${what}`,
    recovered: (what) => `恢复：${what}`,
    many: (raised, recovered) =>
      [...(raised > 0 ? [`${raised} 条告警`] : []), ...(recovered > 0 ? [`${recovered} 条恢复`] : [])].join(
        '，',
      ),
    test: '测试邮件',
  },
  kinds: {
    camera_down: (name) => `摄像机“${name}”中断`,
    camera_moved: (name) => `摄像机“${name}”位置移动`,
    camera_dark: (name) => `摄像机“${name}”画面全黑`,
    camera_frozen: (name) => `摄像机“${name}”画面静止`,
    camera_clock: (name) => `摄像机“${name}”时间不准`,
    camera_unseen: (name) => `分析程序取不到摄像机“${name}”的画面`,
    disk: () => '磁盘空间不足',
    queue: (subject) => (subject === alarm_subjects.refused ? '有事件发送失败' : '事件长时间未能上传'),
    clock: () => '设备时间不准',
    sign_in: () => '有人反复尝试登录',
    analysis: () => '分析程序没有运行',
    overload: () => '分析程序过载',
    platform: () => '平台无法连接',
    storage: () => '对象存储无法使用',
    mqtt: () => 'MQTT 服务器长时间收不到消息',
    certificate: () => 'HTTPS 证书即将到期',
    model: () => '模型已自动回退',
    upgrade: (version) => `升级到 ${version} 未成功`,
    data_file: (file) => `数据文件 ${file} 损坏`,
  },
  facts: (kind, facts) => {
    if (kind === 'camera_down') return stepIn(zh_steps, facts['step'])
    if (kind === 'disk' && facts['waiting'] !== undefined)
      return `剩余 ${gigabytes(facts['free'])}，已没有其他内容可以清理：接下来将从最早的开始丢弃未发送的事件（共 ${facts['waiting']} 条未发送）。`
    if (kind === 'disk')
      return `剩余 ${gigabytes(facts['free'])}，占 ${facts['percent']}%。空间用完后，新的事件将无法保存。`
    if (kind === 'certificate')
      return `还有 ${facts['days']} 天到期。到期后浏览器会拒绝连接，请导入新的证书。`
    if (kind === 'model') return `分析程序无法使用模型“${facts['name']}”，设备已改用其他模型。`
    if (kind === 'upgrade') return upgradeText(facts, zh_upgrades)
    if (kind === 'data_file') return damage_sentences_zh[facts['damage'] as DataDamage]
    if (kind === 'queue' && facts['events'] !== undefined)
      return `共 ${facts['events']} 条，设备不会自动重发：请在告警页点“补传”。${facts['said'] ? `平台的答复：${facts['said']}` : ''}`
    if (kind === 'queue') return `最早的一条已等待 ${facts['minutes']} 分钟。`
    if (kind === 'clock')
      return (
        `与 ${facts['by'] === 'platform' ? '平台' : facts['by']} 相差 ${seconds(facts['offset_ms'])} 秒，` +
        '停车记录的时间会因此出错。'
      )
    if (kind === 'camera_clock')
      return `与正确时间相差 ${seconds(facts['offset_ms'])} 秒，图片上的时间会因此出错。可在设备时间页设置它的时钟。`
    if (kind === 'camera_unseen')
      return `最近两分钟有 ${facts['percent']}% 的次数取不到画面，它的泊位在此期间没有被分析。`
    if (kind === 'overload')
      return (
        `处理器跟不上设定的分析间隔：最长每 ${facts['interval_s']} 秒一张画面，` +
        `从画面到判断 ${facts['latency_s']} 秒。停车事件不会丢失，只是判断较晚。`
      )
    if (kind === 'sign_in')
      return facts['address']
        ? `来自 ${facts['address']}，15 分钟内失败 ${facts['failures']} 次。`
        : `来自多个地址，15 分钟内失败 ${Number(facts['failures']) * 3} 次以上。`
    if (kind === 'analysis')
      return facts['reason'] ? String(facts['reason']) : '在它重新运行之前，不会产生新的停车事件。'
    return facts['said'] ? String(facts['said']) : ''
  },
  raised: '告警',
  recovered: '已恢复',
  critical: '严重',
  since: (time) => `${time} 开始`,
  lasted: (from, to, how_long) => `${from} 至 ${to}，持续 ${how_long}`,
  duration: (s) =>
    s < 60
      ? `${s} 秒`
      : s < 3_600
        ? `${Math.floor(s / 60)} 分 ${s % 60} 秒`
        : s < 86_400
          ? `${Math.floor(s / 3_600)} 小时 ${Math.floor((s % 3_600) / 60)} 分`
          : `${Math.floor(s / 86_400)} 天 ${Math.floor((s % 86_400) / 3_600)} 小时`,
  more: (n) => `……另有 ${n} 条，请在设备的告警页查看。`,
  device: (name, serial, place) => `设备：${name}（${serial}）${place ? `\n地点：${place}` : ''}`,
  still_open: (n) => (n === 0 ? '目前没有未恢复的告警。' : `目前共有 ${n} 条告警未恢复。`),
  audit_head: (time, head) => `审计校验码（截至 ${time}，日后可用来核对用户日志是否被改动）：\n${head}`,
  foot: '此邮件由设备自动发出，请勿回复。可在设备控制台“业务设置 → 业务参数 → 告警邮件”中选择发送哪些告警。',
  test: (time) => `这是一封测试邮件，于 ${time} 从设备发出。收到它，说明告警邮件的设置正确。`,
}

const tw: MailWords = {
  subject: {
    raised: (what) => `警報：${what}`,
    recovered: (what) => `恢復：${what}`,
    many: (raised, recovered) =>
      [...(raised > 0 ? [`${raised} 則警報`] : []), ...(recovered > 0 ? [`${recovered} 則恢復`] : [])].join(
        '，',
      ),
    test: '測試郵件',
  },
  kinds: {
    camera_down: (name) => `攝影機「${name}」中斷`,
    camera_moved: (name) => `攝影機「${name}」位置移動`,
    camera_dark: (name) => `攝影機「${name}」畫面全黑`,
    camera_frozen: (name) => `攝影機「${name}」畫面靜止`,
    camera_clock: (name) => `攝影機「${name}」時間不準`,
    camera_unseen: (name) => `分析程式取不到攝影機「${name}」的畫面`,
    disk: () => '磁碟空間不足',
    queue: (subject) => (subject === alarm_subjects.refused ? '有事件傳送失敗' : '事件長時間未能上傳'),
    clock: () => '裝置時間不準',
    sign_in: () => '有人反覆嘗試登入',
    analysis: () => '分析程式沒有執行',
    overload: () => '分析程式過載',
    platform: () => '平台無法連線',
    storage: () => '物件儲存無法使用',
    mqtt: () => 'MQTT 伺服器長時間收不到訊息',
    certificate: () => 'HTTPS 憑證即將到期',
    model: () => '模型已自動回復',
    upgrade: (version) => `升級到 ${version} 未成功`,
    data_file: (file) => `資料檔案 ${file} 損毀`,
  },
  facts: (kind, facts) => {
    if (kind === 'camera_down') return stepIn(tw_steps, facts['step'])
    if (kind === 'disk' && facts['waiting'] !== undefined)
      return `剩餘 ${gigabytes(facts['free'])}，已沒有其他內容可以清理：接下來將從最早的開始捨棄未傳送的事件（共 ${facts['waiting']} 筆未傳送）。`
    if (kind === 'disk')
      return `剩餘 ${gigabytes(facts['free'])}，佔 ${facts['percent']}%。空間用完後，新的事件將無法儲存。`
    if (kind === 'model') return `分析程式無法使用模型「${facts['name']}」，裝置已改用其他模型。`
    if (kind === 'certificate')
      return `還有 ${facts['days']} 天到期。到期後瀏覽器會拒絕連線，請匯入新的憑證。`
    if (kind === 'upgrade') return upgradeText(facts, tw_upgrades)
    if (kind === 'data_file') return damage_sentences_tw[facts['damage'] as DataDamage]
    if (kind === 'queue' && facts['events'] !== undefined)
      return `共 ${facts['events']} 筆，裝置不會自動重送：請在警報頁按「補傳」。${facts['said'] ? `平台的回覆：${facts['said']}` : ''}`
    if (kind === 'queue') return `最早的一筆已等待 ${facts['minutes']} 分鐘。`
    if (kind === 'clock')
      return (
        `與 ${facts['by'] === 'platform' ? '平台' : facts['by']} 相差 ${seconds(facts['offset_ms'])} 秒，` +
        '停車紀錄的時間會因此出錯。'
      )
    if (kind === 'camera_clock')
      return `與正確時間相差 ${seconds(facts['offset_ms'])} 秒，圖片上的時間會因此出錯。可在裝置時間頁設定它的時鐘。`
    if (kind === 'camera_unseen')
      return `最近兩分鐘有 ${facts['percent']}% 的次數取不到畫面，它的車格在此期間沒有被分析。`
    if (kind === 'overload')
      return (
        `處理器跟不上設定的分析間隔：最長每 ${facts['interval_s']} 秒一張畫面，` +
        `從畫面到判斷 ${facts['latency_s']} 秒。停車事件不會遺失，只是判斷較晚。`
      )
    if (kind === 'sign_in')
      return facts['address']
        ? `來自 ${facts['address']}，15 分鐘內失敗 ${facts['failures']} 次。`
        : `來自多個位址，15 分鐘內失敗 ${Number(facts['failures']) * 3} 次以上。`
    if (kind === 'analysis')
      return facts['reason'] ? String(facts['reason']) : '在它重新執行之前，不會產生新的停車事件。'
    return facts['said'] ? String(facts['said']) : ''
  },
  raised: '警報',
  recovered: '已恢復',
  critical: '嚴重',
  since: (time) => `${time} 開始`,
  lasted: (from, to, how_long) => `${from} 至 ${to}，持續 ${how_long}`,
  duration: (s) =>
    s < 60
      ? `${s} 秒`
      : s < 3_600
        ? `${Math.floor(s / 60)} 分 ${s % 60} 秒`
        : s < 86_400
          ? `${Math.floor(s / 3_600)} 小時 ${Math.floor((s % 3_600) / 60)} 分`
          : `${Math.floor(s / 86_400)} 天 ${Math.floor((s % 86_400) / 3_600)} 小時`,
  more: (n) => `……另有 ${n} 則，請在裝置的警報頁查看。`,
  device: (name, serial, place) => `裝置：${name}（${serial}）${place ? `\n地點：${place}` : ''}`,
  still_open: (n) => (n === 0 ? '目前沒有未恢復的警報。' : `目前共有 ${n} 則警報未恢復。`),
  audit_head: (time, head) => `稽核檢查碼（截至 ${time}，日後可用來核對使用者紀錄是否遭更動）：\n${head}`,
  foot: '此郵件由裝置自動寄出，請勿回覆。可在裝置主控台「業務設定 → 業務參數 → 警報郵件」中選擇寄送哪些警報。',
  test: (time) => `這是一封測試郵件，於 ${time} 從裝置寄出。收到它，表示警報郵件的設定正確。`,
}

export const mail_words = { zh, tw }

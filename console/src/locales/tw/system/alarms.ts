/** Long because every kind has its help. */
import { damage_sentences_tw as damages } from '@parking/contract/alarm/data-damages.ts'
import type zh from '#src/locales/zh/system/alarms.ts'
import type { Translation } from '#src/locales/types/translation.ts'
import upgrades from '../params/upgrade-reasons.ts'

export default {
  hint: '影響帳單的排在前面；每則都寫明要做什麼，並直達處理的地方。',
  mail_settings: '警報郵件',
  failed: '無法讀取警報',
  open: '未恢復',
  open_count: (n: number) => (n === 0 ? '沒有未恢復的警報' : `${n} 則未恢復`),
  empty: '沒有未恢復的警報',
  empty_says: '發生問題時會列在這裡，恢復之後移到下面的歷史。',
  history: '歷史',
  history_hint: '已經恢復的警報，最近的在前',
  no_history: '還沒有恢復過的警報',
  no_history_says: '警報恢復之後列在這裡。',
  nothing: '沒有符合條件的警報',
  nothing_says: '換一類警報或一台攝影機，或清除篩選。',
  filters: '篩選',
  filters_active: (n: number) => `篩選（${n}）`,
  reset: '全部清除',
  any: '全部',
  camera: '攝影機',

  kind: '警報',
  bills: '帳單影響',
  since: '開始',
  lasted: '持續',
  handling: '處理',
  state: '狀態',
  mail: '郵件',
  detail: '詳細資料',
  show: (what: string) => `展開「${what}」的詳細資料`,
  hide: (what: string) => `收合「${what}」的詳細資料`,
  severities: { warning: '警報', critical: '嚴重' },
  recovered: '已恢復',
  mails: { none: '不寄送', waiting: '等待寄送', sent: '已寄送' },
  about: (kind: string, name: string) => `${kind}：${name}`,
  upgrades,
  damages,

  costs: {
    missing: '帳單會缺漏',
    wrong: '帳單可能有誤',
    late: '帳單會延遲',
    proof: '證據會變弱',
    none: '不影響帳單',
  },
  effect: '影響',
  todo: '處理建議',
  raised: '警報時間',
  ended: '恢復時間',

  acknowledge: '確認',
  acknowledge_of: (what: string) => `確認「${what}」`,
  acknowledged: (who: string) => `${who} 已確認`,
  acknowledged_at: (who: string, time: string) => `${who}，${time}`,
  acknowledgement: '確認人',
  not_acknowledged: '還沒有人確認',
  taken: '已由您確認：它仍未恢復，不再提醒',
  taken_by: (who: string) => `${who} 已先一步確認`,
  role: '目前帳號只能檢視：確認和靜音由操作員或管理員操作',
  silence: '靜音',
  silence_of: (what: string) => `靜音「${what}」`,
  silence_for: { 60: '1 小時', 240: '4 小時', 1440: '24 小時', 10080: '7 天' },
  silenced_until: (time: string) => `靜音至 ${time}`,
  silenced_by: (who: string, time: string) => `${who} 靜音至 ${time}`,
  silenced: '已靜音：到期之前不提醒，也不寄送郵件',
  silences: '靜音中',
  end_silence: '結束靜音',
  end_silence_of: (what: string) => `結束「${what}」的靜音`,
  silence_ended: '靜音已結束',
  no_access: '需要管理員帳號',

  facts: {
    disk: (free: string, percent: number) => `剩餘 ${free}（${percent}%）`,
    unsent: (free: string, n: number) =>
      `剩餘 ${free}，即將捨棄未傳送的事件（共 ${n.toLocaleString('en')} 筆）`,
    queue: (minutes: number) => `最早一筆等待了 ${minutes} 分鐘`,
    refused: (n: number, said: string) =>
      `${n.toLocaleString('en')} 筆事件傳送失敗，不會自動重送${said === '' ? '' : `。平台的回覆：${said}`}`,
    clock: (seconds: string, by: string) => `與 ${by} 相差 ${seconds} 秒`,
    certificate: (days: number) => (days < 0 ? '已過期' : `還有 ${days} 天`),
    model: (name: string) => `無法使用模型「${name}」，已改用其他模型`,
    unseen: (percent: number, why: string) => `${percent}% 的次數取不到畫面${why === '' ? '' : `：${why}`}`,
    overload: (cameras: number, interval: number, latency: number) =>
      `${cameras === 0 ? '' : `${cameras} 台攝影機已放慢，`}最長每 ${interval} 秒一張畫面，從畫面到判斷 ${latency} 秒`,
    clock_platform: '平台',
    sign_in: (address: string, n: number) =>
      address === '' ? `來自多個位址，失敗 ${n * 3} 次以上` : `來自 ${address}，失敗 ${n} 次`,
  },

  help: {
    camera_down: {
      effect: '它的車格沒有進場和出場紀錄，這段時間的停車不會計費。',
      todo: '檢查攝影機的電源和網路線；位址或密碼改過的，在攝影機裡更新。',
      link: '開啟攝影機',
    },
    camera_moved: {
      effect: '車格框與路面對不上，車輛可能記到旁邊的車格。',
      todo: '扶正攝影機，或依現在的畫面重新核對車格。',
      link: '核對車格',
    },
    camera_dark: {
      effect: '看不到車輛，這段時間的停車不會計費。',
      todo: '清除鏡頭前的遮擋；只在夜間全黑的，檢查補光。',
      link: '檢視畫面',
    },
    camera_frozen: {
      effect: '畫面停在同一刻，之後的進出看不到，不會計費。',
      todo: '重新啟動攝影機；仍不恢復的，斷電再通電。',
      link: '開啟攝影機',
    },
    camera_clock: {
      effect: '畫面上的時間與事件時間不一致，申訴時證據較弱；計費時長不受影響。',
      todo: '由裝置為攝影機校時，或檢查它自己的時間伺服器。',
      link: '攝影機校時',
    },
    camera_unseen: {
      effect: '多數時候沒有畫面可分析，短時停車可能漏記。',
      todo: '檢查網路頻寬和攝影機的串流設定。',
      link: '開啟攝影機',
    },
    disk: {
      effect: '較早的圖片和影片會先被清理，申訴時可能沒有證據。',
      todo: '縮短保留時間，或換更大的磁碟。',
      link: '裝置儲存空間',
    },
    unsent: {
      effect: '尚未傳送的事件即將被捨棄，捨棄的停車不會計費。',
      todo: '讓平台和物件儲存恢復接收，或立即騰出磁碟空間。',
      link: '裝置儲存空間',
    },
    queue: {
      effect: '事件在裝置上等待，帳單會晚到；恢復後自動傳送，不會遺失。',
      todo: '看平台為什麼不接收：位址、網路，或它的答覆。',
      link: '平台參數',
    },
    refused: {
      effect: '平台沒有收下這些事件，處理之前不會計費。',
      todo: '依平台的答覆改正後補傳；不是停車的，在查核中作廢。',
      link: '傳送失敗的事件',
    },
    clock: {
      effect: '進場和出場的時間有偏差，計費時長可能算錯。',
      todo: '檢查時間伺服器；不能連外網的，改用內網時間伺服器。',
      link: '時間設定',
    },
    sign_in: {
      effect: '不影響帳單；有人在猜密碼。',
      todo: '核對來源位址；不認識的，用存取白名單擋下。',
      link: '登入紀錄',
    },
    analysis: {
      effect: '所有車格都沒有分析，這段時間的停車不會計費。',
      todo: '啟動分析程式；反覆結束的，檢視它的紀錄。',
      link: '分析程式',
    },
    overload: {
      effect: '畫面分析得慢，短時停車可能漏記，時間可能晚幾秒。',
      todo: '加大追蹤間隔，或把一部分攝影機移到另一台裝置。',
      link: '追蹤間隔',
    },
    platform: {
      effect: '裝置與平台失去聯繫，帳單可能晚到；恢復後自動傳送。',
      todo: '檢查平台位址和網路，並測試連線。',
      link: '平台參數',
    },
    storage: {
      effect: '圖片傳不上去，事件等著圖片，帳單會晚到。',
      todo: '測試物件儲存，看哪一步失敗。',
      link: '物件儲存',
    },
    mqtt: {
      effect: '不影響帳單；只是 MQTT 的接收端晚收到事件和警報。',
      todo: '測試 MQTT 伺服器，看哪一步失敗。',
      link: 'MQTT',
    },
    certificate: {
      effect: '不影響帳單；到期後瀏覽器會警告，其他系統可能拒絕連線。',
      todo: '匯入新的憑證。',
      link: 'HTTPS 憑證',
    },
    model: {
      effect: '車輛和車牌的辨識可能變差，個別帳單可能有誤。',
      todo: '選用可用的模型，或刪除出錯的模型。',
      link: '分析模型',
    },
    upgrade: {
      effect: '不影響帳單；裝置仍執行原來的版本。',
      todo: '排除失敗的原因後，再升級一次。',
      link: '軟體版本',
    },
    data_file: {
      effect: '有的紀錄或圖片可能讀不出來，申訴時可能沒有證據。',
      todo: '執行診斷，依提示處理；反覆發生的，更換磁碟。',
      link: '診斷與支援套件',
    },
  },
} satisfies Translation<typeof zh>

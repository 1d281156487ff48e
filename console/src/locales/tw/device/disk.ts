/** 裝置儲存空間頁面的用語。 */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/device/disk.ts'

export default {
  hint: '磁碟上有什麼、保留多久、還有多少等待傳送。',
  failed: '儲存狀態讀取失敗',
  refresh: '重新整理',
  counting: '正在統計檔案，數字還會增加',

  disk: '磁碟',
  free: '剩餘空間',
  of_total: (total: string) => `共 ${total}`,
  low: '空間不足',
  low_says:
    '剩餘空間低於 5% 或 500 MB 時，新的事件和更新可能無法寫入。請先傳送等待的事件，再刪除不需要的事件和紀錄。',
  bar: '磁碟使用情形',
  forecast: (per_day: string, days: number) =>
    days > 3650
      ? `最近每天約新增 ${per_day} 圖片，空間足夠用很多年。`
      : `最近每天約新增 ${per_day} 圖片，照此速度約 ${days.toLocaleString('en')} 天後寫滿。`,
  kind: '類別',
  size: '大小',
  share: '佔比',
  count: '數量',
  kinds: {
    database: '資料庫',
    pictures: '圖片',
    logs: '裝置紀錄',
    spool: '分析交接區',
    snapshots: '快照',
    other: '其他資料',
    system: '系統和其他程式',
    free: '剩餘',
  },
  notes: {
    database: '事件紀錄、攝影機、場景和設定',
    pictures: '事件取證圖片和攝影機畫面',
    logs: '在資料庫內，大小為估算',
    spool: '分析程式交來、尚未入庫的圖片',
    snapshots: '還原原廠設定前儲存的設定',
    other: '金鑰、支援套件等',
    system: '不屬於本產品的檔案',
    free: '可以寫入的空間',
  },
  files: (n: number) => `${n.toLocaleString('en')} 個檔案`,
  lines: (n: number) => `${n.toLocaleString('en')} 筆`,

  waiting: '等待傳送',
  nothing_waits: '沒有等待傳送的事件',
  nothing_waits_says: '所有事件都已送達平台或已處理完畢。',
  events: (n: number) => `${n.toLocaleString('en')} 筆事件`,
  pictures_of: (bytes: string) => `圖片 ${bytes}`,
  oldest: '最早',
  see: (status: string, n: number) => `檢視${status}的 ${n.toLocaleString('en')} 筆事件`,
  waiting_says: '這些事件儲存在磁碟上，斷電也不會遺失。平台恢復後自動傳送，也可以立即補傳。',

  keep: {
    title: '保留規則',
    hint: '到期或空間不足時，裝置依下列規則自動清理；尚未傳送的事件不會因為到期而被清理。',
    admins_only: '只有管理員可以修改保留規則',
    save: '儲存規則',
    fields: {
      media_days: '圖片和影片',
      sent_days: '已傳送的事件',
      skipped_days: '已略過、捨棄或作廢的事件',
      manual_days: '人工查核紀錄',
      budget_gb: '空間上限',
      keep_free_percent: '磁碟至少留空',
      look_days: '「為什麼」的縮圖',
      look_gb: '縮圖空間上限',
    },
    hints: {
      media_days: '從傳送成功起算，1 – 3650 天',
      sent_days: '到期後只剩刪除留痕，1 – 3650 天',
      skipped_days: '紀錄、圖片和影片一起清理，1 – 3650 天',
      manual_days: '紀錄和圖片一起清理，1 – 3650 天',
      budget_gb: '0 表示不限，只受磁碟留空限制；最少 0.1 GB',
      keep_free_percent: '5% – 50%，低於它就提前清理最舊的內容',
      look_days: '從事件起算，1 – 3650 天',
      look_gb: '0.01 – 1000 GB，最多佔磁碟的 5%；最舊的先清理',
    },
    fill_in: '請先填好天數、上限和留空比例。',
    not_yet: '還沒有一整天的新增資料，暫時無法估算能保留多久。',
    lasts: ({
      per_day,
      room,
      days,
      wanted,
    }: {
      per_day: string
      room: string
      days: number
      wanted: number
    }) =>
      days >= wanted
        ? `最近每天約新增 ${per_day} 圖片，可用空間 ${room} 足夠保留 ${wanted.toLocaleString('en')} 天。`
        : `最近每天約新增 ${per_day} 圖片，` +
          `可用空間 ${room} 約 ${days.toLocaleString('en')} 天用完，圖片會在滿 ${wanted.toLocaleString('en')} 天之前被提前清理。`,
    order: '清理的先後',
    orders: [
      '超過保留天數的圖片、影片和事件紀錄。',
      '空間仍不足時，已傳送、已略過、已捨棄或已作廢的，從最舊的開始：先清理圖片和影片，再清理紀錄。',
      '尚未傳送的事件排在最後，而且只在發出警報之後；會標為「已捨棄」，不會悄悄消失。',
    ],
    ask: '縮短保留時間或空間？',
    effect: (names: readonly string[]) =>
      `將縮減：${names.join('、')}。超出新規則的內容會在幾分鐘內清理，無法復原。`,
  },

  retention: '保留多久',
  retention_hint: '超出上限時從最舊的開始刪除；沒有上限的內容由人工刪除。',
  what: '內容',
  until: '保留到',
  event_data: '事件紀錄',
  for_good: '一直保留，直到人工刪除',
  at_most: (bytes: string, rows: number) => `最多 ${bytes} 或 ${rows.toLocaleString('en')} 筆`,
  newest: (rows: number) => `最新的 ${rows} 個`,
  days: (n: number) => `${n.toLocaleString('en')} 天`,
  log_of: (type: string) => `${type}紀錄`,
} satisfies Translation<typeof zh>

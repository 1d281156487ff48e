/** The page of monitoring (ours): metrics that Prometheus scrapes. */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/system/monitoring.ts'

export default {
  hint: '將本裝置納入集中監控：由監控系統定期擷取運作指標。',
  failed: '監控設定讀取失敗',
  saved: '監控設定已儲存',
  admins_only: '只有管理員可以修改',
  metrics: '運作指標（Prometheus）',
  metrics_hint:
    '在 /metrics 提供佇列、回報、攝影機、車格、磁碟、時鐘、憑證等指標，不含車牌、事件編號和車格編號。',
  state: '狀態',
  states: { off: '未啟用', waiting: '等待擷取', scraped: '正在擷取' },
  token: '存取權杖',
  no_token: '尚未產生',
  token_since: (time: string) => `產生於 ${time}`,
  last_scrape: '最近一次擷取',
  scraped_by: (address: string, samples: number, ms: number) =>
    `來自 ${address}，${samples.toLocaleString('en')} 個數值，彙整耗時 ${ms.toLocaleString('en')} 毫秒`,
  serve: '提供運作指標',
  serve_hint: '停用後 /metrics 不再存在，權杖會保留。',
  token_first: '請先產生存取權杖',
  make: '產生權杖',
  renew: '更換權杖',
  renew_ask: '更換存取權杖？',
  renew_says: '原權杖立即失效，監控系統改用新權杖之前無法擷取。',
  once_title: '存取權杖',
  once_says: '權杖只顯示這一次，裝置只儲存其雜湊值。請存入監控系統的權杖檔案。',
  noted: '我已儲存權杖',
  noted_why: '請先確認已儲存權杖：關閉後無法再次檢視',
  sample: 'Prometheus 設定範例',
} satisfies Translation<typeof zh>

/** 事件傳送佇列的用語：儀表板和裝置儲存空間頁面。 */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/events/queue.ts'

export { default as device_said } from '../shell/device-said.ts'
export { default as resume } from './resume.ts'

const many = (n: number) => n.toLocaleString('en')
const lasting = (s: number) =>
  s < 60
    ? '不到 1 分鐘'
    : s < 5_400
      ? `約 ${Math.round(s / 60)} 分鐘`
      : s < 129_600
        ? `約 ${Math.round(s / 3_600)} 小時`
        : `約 ${Math.round(s / 86_400)} 天`

const rateText = (rate: number) =>
  rate > 0 && rate < 0.05 ? '< 0.1' : rate >= 10 ? many(Math.round(rate)) : Number(rate.toFixed(1))

export default {
  title: '事件傳送佇列',
  hint: '同一車格嚴格按照先後順序傳送。',
  failed: '佇列狀態讀取失敗',
  open: '檢視佇列詳情',

  states: {
    paused: '已暫停',
    empty: '無積壓',
    parked: '有事件待處理',
    no_address: '未設定平台',
    stalled: '傳送受阻',
    waits_for_check: '等待查核',
    growing: '積壓增加',
    moving: '正在傳送',
  },
  says: {
    empty: '沒有等待傳送的事件。',
    empty_parked: '沒有正在等待的事件，但有事件需要人工處理。',
    moving: '事件正在依序傳送。',
    growing: '新增快於傳送，積壓增加。請檢查到平台的網路頻寬和延遲。',
    waits_for_check: (n: number) => `${many(n)} 筆事件要等人工查核後才會傳送。`,
    no_address: '沒有設定平台的資料回報網址，事件留在裝置上，不會遺失。',
    no_timer_address: '沒有設定定時圖片回報網址，定時擷圖的圖片留在裝置上。',
    paused: (by: string) => `由 ${by || '管理員'} 暫停`,
    paused_keeps: '新事件照常記錄，繼續後自動傳送。',
  },
  stalled: {
    deliver: '平台目前不接收事件。',
    upload: '物件儲存目前不接收圖片。',
    since: '開始於',
    until: '下次嘗試',
    keeps: '裝置會自動重試，恢復後立即補傳。',
  },
  set_address: '前往設定平台網址',
  to_check: '前往查核事件',

  waiting: '等待傳送',
  parked: '需要處理',
  parked_hint: '傳送失敗或驗證失敗，需要人工處理',
  oldest: '最早一筆',
  rate_in: '新增速率',
  rate_out: '傳送速率',
  drain: '預計清空',
  per_minute: (rate: number) => `${rateText(rate)} 筆/分鐘`,
  hour: (text: string) => `近 1 小時 ${text}`,
  drains: lasting,
  not_known: '--',
  count: (n: number) => `${many(n)} 筆`,
  none_waits: '無',

  by_status: '依狀態統計',
  status: '狀態',
  events: '事件數',
  received: '最早一筆',
  see: (status: string, n: number) => `檢視${status}的 ${many(n)} 筆事件`,
  in_delivery: '傳送途中',
  needs_attention: '需要處理',
  done: '已結束',

  errors: '最近的錯誤',
  errors_hint: '最近 500 次嘗試中沒有成功的，相同原因合併計數。',
  no_errors: '最近的嘗試全部成功，或還沒有嘗試過。',
  reason: '原因',
  times: '次數',
  last: '最近一次',
  last_error: '最近的錯誤',
  steps: { upload: '上傳圖片', deliver: '傳送平台' },
  outcomes: {
    accepted: '已接受',
    refused: '被拒絕',
    busy: '暫不接收',
    silent: '沒有回應',
    missing: '圖片遺失',
  },
  no_answer: '對方沒有說明原因',

  pause: '暫停傳送',
  pause_ask: '暫停傳送事件？',
  pause_effect:
    '暫停後，新事件照常記錄並儲存在裝置上，但不會上傳和傳送到平台，直到有人繼續。重新啟動裝置也不會自動繼續。',
  paused_done: '事件傳送已暫停',
  go_on: '繼續傳送',
  go_on_ask: '繼續傳送事件？',
  go_on_effect: (n: number) =>
    n === 0 ? '之後的新事件將正常傳送。' : `${many(n)} 筆等待的事件將立即開始傳送。`,
  going_on: '事件傳送已繼續',
  role: '目前帳號只能檢視，不能暫停或繼續',
} satisfies Translation<typeof zh>

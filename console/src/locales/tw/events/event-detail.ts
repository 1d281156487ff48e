import { event_words } from '@parking/contract/words/tw/events.ts'
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/events/event-detail.ts'

export default {
  ...event_words,
  copy_link: '複製連結',
  resend: '重新傳送',
  resend_role: '目前帳號僅能檢視，無法重新傳送',
  resend_done: '已重新排入傳送佇列',
  resend_not: {
    waits: '正在傳送途中，會自動繼續，不必重新傳送',
    for_good: '已捨棄或作廢的事件不會再傳送',
  },
  check: '前往查核',
  check_role: '目前帳號僅能檢視，無法查核',
  check_not: '這筆事件不在待查核之列',
  delete_role: '只有管理員可以刪除事件',

  plate_read: '辨識車牌',
  plate_checked: '查核車牌',
  correction_of: (read) => `辨識為 ${read}`,

  lot_line: '車格框',
  lot_changed: '車格在事件之後變動過，或當時攝影機已移位：車格框可能與畫面對不上。',
  lot_unknown: '不知道這個車格在畫面中的位置，沒有標出。',
  media_gone: (time) => `圖片和影片已於 ${time} 依保留規則清理，事件紀錄仍在。`,
  viewer_keys:
    '+ − 縮放，0 符合視窗，1 原始大小，L 車格框；符合視窗時 ← → 切換圖片，放大後以方向鍵或拖曳平移',

  clip: '影片',
  clip_recording: '正在錄製，稍後自動出現。',
  clip_facts: (width, height, seconds, size) => `${width} × ${height}，${seconds} 秒，${size}`,
  clip_broken: '影片無法播放，可下載後檢視。',
  clip_download: '下載影片',
  clip_absent: '沒有影片',

  session: '本次停車',
  on_axis: '在時間軸上檢視',
  session_events: '本次停車的事件',
  session_none: '這類事件不屬於某一次停車。',
  session_lasted: (time) => `停放 ${time}`,
  session_open: (time) => `仍在停放，已 ${time}`,
  session_still: '尚未出場',
  session_lost_exit: '出場未知：原有的出場已被刪除',
  session_more: (n) => `還有 ${n} 筆`,
  session_here: '本筆',
  missing_entry: '缺少進場',
  missing_exit: '缺少出場',
  flags: {
    entry_missing: '沒有有效的進場：可能是裝置開始分析前就已停入、進場沒有被辨識到，或已被作廢、刪除。',
    exit_missing: '沒有有效的出場：後面已有別的車進場，這一次的出場沒有被辨識到，或已被作廢、刪除。',
    double_entry: '停放期間又出現一次進場：中間可能漏了一次出場。',
    plate_differs: '同一次停車中的車牌不一致，請核對。',
  },

  looks: '為什麼',
  looks_said: (first, decided, n) => `${first} 起看到變化，${decided} 作出判斷，其間觀察 ${n} 次`,
  looks_values: '逐次檢視',
  looks_list: '判斷前後的觀察',
  look_strip: (n, from, to) => `${n} 次觀察的縮圖，從 ${from} 到 ${to}`,
  look_strip_gone: '縮圖已清理：超過了保留天數，或佔用的空間到了上限。',
  look_strip_broken: '縮圖沒有載入，請關閉後重新開啟這筆事件。',
  look_belief: (share) => `佔用的可能 ${share}`,
  look_cover: (share) => `佔位 ${share}`,
  look_plate: (plate) => `讀到 ${plate}`,

  deleted: '這筆事件已經刪除',
  deleted_by: (who, time) => `${who} 於 ${time} 刪除，圖片和處理紀錄已不在。`,
  deleted_by_device: (time) =>
    `裝置於 ${time} 自動清理（超過保留期，或磁碟空間不足），圖片和處理紀錄已不在。`,
  deleted_what: '刪除前的事件',

  history: '處理紀錄',
  history_hint: '最新的在最上面',
  recorded: '記錄到裝置',
  by: (who) => `操作者 ${who}`,
  steps: { upload: '上傳圖片', deliver: '傳送到平台' },
  took: (ms) => `耗時 ${ms}`,
  answer: '對方的回應',
  same: (n) => `此前還有 ${n} 次相同的結果`,
  attempts_stored: (shown, all) => `只保留最近 ${shown} 次的回應，共傳送 ${all} 次。`,
  next_try: (time) => `下次傳送：${time}`,
  checked: '人工查核',
  plate_change: (before, after) => `${before} → ${after}`,
  check_reason: (reason) => `理由：${reason}`,

  objects: (n) => `物件儲存中的檔案（${n}）`,
  failed: '處理紀錄讀取失敗',
  lacks: '這台裝置不提供處理紀錄、影片和停車資訊，以上是清單中已有的內容。',
} satisfies Translation<typeof zh>

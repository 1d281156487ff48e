import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/checks/check-ledger.ts'

export default {
  tab: '查核紀錄',
  hint: '每一次判斷都留有紀錄：誰、何時、把什麼改成了什麼；事件刪除之後紀錄仍在。',
  failed: '查核紀錄讀取失敗',
  empty: '還沒有查核紀錄',
  empty_says: '在「待查核」裡作出的判斷和新增的人工查核都會記在這裡。',
  nothing: '沒有符合條件的紀錄',
  nothing_says: '換一個條件，或清除全部條件。',

  plate_search: '任意一段，更正前後都查',

  time: '查核時間',
  username: '查核人',
  event: '事件',
  verdict: '判斷',
  plate: '車牌',
  status: '狀態',
  reason: '理由',
  act: '操作',
  verdicts: {
    confirmed: '確認無誤',
    corrected: '更正車牌',
    vacant: '車格空閒',
    occupied: '車格佔用',
    discarded: '作廢',
    undone: '復原',
    typed: '人工補登',
  },
  same: (what: string) => `${what}，未變`,
  deleted: '事件已刪除',
  open: (time: string) => `檢視 ${time} 的事件`,

  kind: '查核方式',
  disagreed: '抽查不一致',
  agreed: '抽查一致',
  first: (who: string, verdict: string, plate: string) => `首次：${who}，${verdict}，${plate}`,
  taken_back: '已復原',
  taken_back_by: (who: string) => `${who} 已復原`,
  undo: '復原',
  undo_of: (who: string, time: string) => `復原 ${who} 在 ${time} 的判斷`,
  undo_title: '要復原這個判斷嗎？',
  undo_says:
    '事件恢復為判斷之前的樣子：原來待查核的再次等待查核，人工補登的事件作廢。平台已經收到的，會再次通知平台。',
  undo_review_says: '抽查的結論不再計入，這筆事件會再次交給他人抽查；首次判斷不變。',
  undone: '已復原這個判斷',
  undone_review: '已復原，這筆事件等待再次抽查',
  why: {
    not_last: '這筆事件之後還有有效的判斷，請先復原之後的判斷',
    not_yours: '只能復原自己的判斷；管理員可以復原任何人的',
    final: '已作廢的事件不能恢復',
    gone: '事件已刪除，判斷無法復原',
  },
} satisfies Translation<typeof zh>

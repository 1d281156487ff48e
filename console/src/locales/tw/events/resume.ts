import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/events/resume.ts'

export default {
  act: '補傳',
  doing: '正在補傳…',
  ask: '要立即補傳嗎？',
  effect:
    '等待重試、等待上傳和傳送失敗的事件會立即重新傳送；傳送佇列若已暫停，將繼續傳送。等待查核的事件仍須先查核，沒有平台位址的事件仍須先設定位址。',
  role: '目前帳號只能檢視，不能補傳',
  nothing: '沒有需要補傳的事件',
  done: (n: number) =>
    n === 0 ? '沒有需要補傳的事件' : `${n.toLocaleString('en')} 筆事件已重新進入傳送佇列`,
} satisfies Translation<typeof zh>

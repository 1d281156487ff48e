import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/events/dossier.ts'

export default {
  act: '取證檔案',
  role: '目前帳號只能檢視，不能匯出',
  too_large: (size) => `圖片和影片共 ${size}，超過一份檔案的上限`,
  ready: (events, files) => `已匯出：${events} 筆事件，${files} 個圖片和影片檔案`,
} satisfies Translation<typeof zh>

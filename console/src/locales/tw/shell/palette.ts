import type zh from '#src/locales/zh/shell/palette.ts'
import type { Translation } from '#src/locales/types/translation.ts'

export default {
  title: '搜尋車牌、車格、設定與操作',
  placeholder: '車牌、車格、攝影機、設定或頁面…',
  recent: '最近使用',
  plates: '車牌',
  on_axis: (plate: string) => `在時間軸上檢視 ${plate}`,
  lots: '車格',
  cameras: '攝影機',
  alarms: '警報',
  settings: '設定',
  add_camera: '新增攝影機',
  restart_application: '重新啟動分析程式',
  export_events: '匯出停車事件',
  diagnose: '引導診斷',
  pages: '頁面',
  actions: '操作',
  none: '沒有符合的結果',
  hint_move: '選擇',
  hint_open: '開啟',
  hint_close: '關閉',
  tabs_on: '開啟分頁列',
  tabs_off: '關閉分頁列',
  theme: (name: string) => `佈景主題：${name}`,
  size: (name: string) => `介面大小：${name}`,
  language: (name: string) => `語言：${name}`,
} satisfies Translation<typeof zh>

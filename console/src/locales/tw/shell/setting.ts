import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/shell/setting.ts'

export default {
  interface: '顯示與語言',
  remembered: '僅影響目前的瀏覽器，變更後立即生效並自動記住。',
  tags_view: '分頁列',
  tags_view_hint: '在頂端顯示瀏覽過的頁面',
  fixed_header: '固定頂端列',
  fixed_header_hint: '頁面捲動時頂端列保持在上方',
  theme: '佈景主題',
  size: '元件大小',
  language: '語言',
  demo: '範本示範',
  demo_says: '範本內附的示範清單，用來確認清單與分頁運作正常。',
  demo_show: '開啟範例',
  id: '編號',
  demo_title: '標題',
  author: '作者',
  create_time: '建立時間',
  empty: '沒有示範資料',
  failed: '示範清單讀取失敗',
} satisfies Translation<typeof zh>

import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/shell/range.ts'

export default {
  title: '時間範圍',
  button: (range) => `時間範圍：${range}`,
  clear_range: '清除時間範圍',
  any: '全部時間',
  from_on: (time) => `${time} 起`,
  until: (time) => `至 ${time}`,
  start: '開始時間',
  end: '結束時間',
  to: '至',
  usual: '常用時間',
  presets: {
    today: '今天',
    yesterday: '昨天',
    d7: '近 7 天',
    d30: '近 30 天',
    month: '本月',
    hour: '最近 1 小時',
  },
  days: (n) => `${n.toLocaleString('en')} 天`,
  step: '調整目前欄位',
  unreadable: '請寫成 2026-11-23 10:10:00 這樣的時間',
  wrong_order: '結束時間早於開始時間',
  previous_month: '上個月',
  next_month: '下個月',
  month: (year, month) => `${year} 年 ${month} 月`,
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
  weekday: (day) => `週${day}`,
  has_data: '有資料',
  open_calendar: '開啟日曆',
  clear: '清除',
  cancel: '取消',
  apply: '套用',

  /** The line above a list. */
  list: {
    add: '篩選',
    drop: (label) => `移除「${label}」`,
    edit: (label) => `修改「${label}」`,
    show: '檢視結果',
    hits: (n) => `${n.toLocaleString('en')} 筆`,
  },
} satisfies Translation<typeof zh>

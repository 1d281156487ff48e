/** The replay of recorded looks under other algorithm parameters, before they are saved. */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/params/replay.ts'

export default {
  try: '試算',
  title: '試算：改了參數會怎樣',
  intro: '用已留存的畫面觀察，按修改後的參數重新判斷一遍，與目前參數比較。不儲存任何修改。',
  invalid: '有參數填寫不正確，請先改正',
  none: '本裝置沒有安裝試算程式，無法試算。',
  nothing: '還沒有可用的紀錄。分析程式執行幾分鐘後即可試算。',
  recorded: (from: string, to: string, cameras: number, looks: string) =>
    `已留存 ${from} 至 ${to}，${cameras} 台攝影機，共 ${looks} 次觀察`,
  gaps: (hours: string) => `其間有中斷：單台攝影機最多留存了 ${hours} 小時`,
  span: '範圍',
  spans: { h1: '最近 1 小時', h6: '最近 6 小時', h24: '最近 24 小時', h168: '最近 7 天' },
  calibration: '攝影機標定',
  calibrations: { recorded: '當時學到的', factory: '原廠值，重新學習' },
  calibration_limit:
    '如同剛更換的攝影機，從範圍開始時重新學習。當時判為空閒的車格沒有留存車輛與車牌；沒有標定的舊紀錄不計入。',
  calibration_missing: '本裝置的分析程式不支援按其他標定試算。',
  start: '開始試算',
  again: '重新試算',
  stop: '停止',
  failed: '試算結果讀取失敗',
  states: { running: '正在試算', done: '已完成', failed: '未能完成', stopped: '已停止' },
  progress: (done: number, total: number) => `第 ${done} 段，共 ${total} 段`,
  said: '程式的說明',
  outdated: '參數或標定在這次試算之後又有修改，請重新試算。',
  reproduced: (reproduced: number, recorded: number) =>
    reproduced === recorded
      ? `紀錄期間的 ${recorded} 次判斷，按當時的參數全部重現，結果可信。`
      : `紀錄期間的 ${recorded} 次判斷，只有 ${reproduced} 次能按當時的參數重現，下面的比較僅供參考。`,
  no_decisions: '紀錄期間沒有作出判斷。',
  unread: (n: number) => `${n} 段紀錄無法使用，未計入`,
  not_replayed: (fields: string) =>
    `${fields}決定畫面裡能看到什麼，既有的紀錄無法推算，本次比較不含它的影響。`,
  no_changes: '沒有修改參數：這裡只核對目前參數能否重現已作出的判斷。',
  fewer: (n: number) => `比目前參數少 ${n} 個事件`,
  more: (n: number) => `比目前參數多 ${n} 個事件`,
  as_many: '事件數量與目前參數相同',
  differ: (n: number) => (n === 0 ? '沒有事件不同' : `共 ${n} 個事件不同`),
  what: '事件',
  present: '目前參數',
  wanted: '修改後',
  difference: '相差',
  all: '全部',
  rows: {
    initial_entry: '初始進場',
    entry: '進場',
    update: '更新',
    exit: '出場',
    sent: '直接上傳',
    listed: '上傳並列入查核',
    waits: '待查核後上傳',
    skipped: '信心度不足，不上傳',
    free: '免費時段，不上傳',
  },
  differences: '不同的事件',
  first_of: (shown: number, all: number) => `先列出 ${shown} 個，共 ${all} 個`,
  changes: { gone: '不再回報', new: '新增', different: '有變化' },
  no_picture: '沒有留存圖片',
  picture_at: (time: string) => `圖片 ${time}`,
  no_plate: '未辨識車牌',
  confidence: (value: string) => `信心度 ${value}`,
  event: '檢視事件',
  lot: (camera: string, lot: string) => `${camera}，車格 ${lot}`,
} satisfies Translation<typeof zh>

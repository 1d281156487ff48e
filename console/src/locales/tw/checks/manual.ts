import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/checks/manual.ts'

export default {
  hint: '有人看過畫面、判斷車格空閒或佔用的紀錄，每筆都附查核時擷圖所得的第二張圖片。',
  check: '新增查核',
  role: '目前帳號僅能檢視，無法查核',
  empty: '還沒有人工查核紀錄',
  empty_says: '對某個車格有疑問時，在這裡看一眼它目前的畫面，記下空閒還是佔用。',
  lot: '車格',
  lot_list: '車格清單',
  lot_pick: '輸入車格編號或攝影機名稱',
  lot_none: '沒有符合的車格',
  lots_failed: '車格讀取失敗',
  no_lots: '裝置上還沒有繪製車格',
  picture: '目前的畫面',
  taking: '正在擷圖…',
  again: '重新擷圖',
  no_picture: '取不到畫面',
  no_picture_says: '沒有圖片就無法查核。請確認攝影機是否已連線，再重新擷圖。',
  verdict: '您看到的是',
  comment: '備註（選填）',
  evidence: '送出時會再擷圖一張，作為這筆紀錄的圖片。',
  submit: '送出',
  cancel: '取消',
  why_lot: '請先選擇車格',
  why_picture: '請先看到畫面，再下判斷',
  why_verdict: '請先選擇空閒或佔用',
} satisfies Translation<typeof zh>

import type zh from '#src/locales/zh/params/alarm-kinds.ts'
import type { Translation } from '#src/locales/types/translation.ts'

export default {
  camera_down: '攝影機中斷',
  camera_moved: '攝影機移動',
  camera_dark: '畫面全黑',
  camera_frozen: '畫面靜止',
  camera_clock: '攝影機時間不準',
  camera_unseen: '分析取不到畫面',
  disk: '磁碟空間不足',
  queue: '事件未送達平台',
  clock: '時間不準',
  sign_in: '反覆嘗試登入',
  analysis: '分析程式未執行',
  overload: '分析程式過載',
  platform: '平台無法連線',
  storage: '物件儲存無法使用',
  mqtt: 'MQTT 無法傳送',
  certificate: '憑證即將到期',
  model: '模型自動回復',
  upgrade: '升級未成功',
  data_file: '資料檔案損毀',
} satisfies Translation<typeof zh>

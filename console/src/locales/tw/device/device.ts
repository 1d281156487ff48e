import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/device/device.ts'

export default {
  basic_info: '名稱與識別',
  name: '裝置名稱',
  name_hint: '在停車物聯網平台上必須是唯一的，例如 忠孝東路-01',
  name_states: {
    unique: '平台已確認：沒有其他裝置使用此名稱',
    unchecked: '名稱已儲存，但尚未得到平台的確認：平台沒有回應，裝置會自動再次詢問，直到得到答覆',
    no_platform: '名稱已儲存，但無法核對是否唯一：平台的裝置註冊位址尚未設定，設定後裝置會自動詢問',
    taken: '平台上已有另一台裝置使用此名稱。裝置照常回報，但平台上會分不清兩台裝置：請換一個名稱',
  },
  identity: '裝置識別',
  host_name: '主機名稱',
  host_model: '裝置型號',
  host_sn: '裝置序號',
  version: '軟體版本',
  firmware: '韌體版本',
  hardware_id: '硬體識別碼',
  address: '安裝地址',
  province: '省 / 直轄市',
  city: '縣市',
  district: '鄉鎮市區',
  detail_address: '詳細地址',
  detail_hint: '道路、門牌或燈桿編號',
  longitude: '經度',
  longitude_hint: '0 – 180 °，最多 6 位小數',
  latitude: '緯度',
  latitude_hint: '0 – 90 °，最多 6 位小數',
  paste: '貼上座標',
  paste_hint:
    '例如 25.04185, 121.54374；經緯度先後皆可，也可帶方向或度分秒。座標依原樣儲存，不做座標系轉換。',
  paste_apply: '填入',
  paste_ok: (longitude, latitude) => `已辨識：經度 ${longitude}，緯度 ${latitude}`,
  paste_swapped: (longitude, latitude) =>
    `順序看起來是「緯度, 經度」，將填為經度 ${longitude}、緯度 ${latitude}`,
  paste_ambiguous: (longitude, latitude) =>
    `兩個數都不大於 90，無法分辨先後；依「經度 ${longitude}、緯度 ${latitude}」填入，請確認`,
  paste_rounded: '小數超過 6 位的部分已四捨五入。',
  paste_out_of_range: '座標超出範圍：經度 0 – 180，緯度 0 – 90',
  paste_unreadable: '找不到兩個數字，請檢查貼上的內容',
  swap: '對調經緯度',
  swap_warning: '緯度大於 90，經緯度可能填反了。',
  failed: '裝置資訊讀取失敗',
} satisfies Translation<typeof zh>

/** The steps of a storage, and why one failed: for its test and for the records of events. */
import type { Translation } from '#src/locales/types/translation.ts'
import type * as zh from '#src/locales/zh/params/storage-reasons.ts'

export const storage_steps = {
  name: '解析網域',
  connect: '建立連線',
  tls: '驗證加密',
  signin: '登入',
  bucket: '尋找儲存位置',
  write: '寫入',
  read: '讀回',
  compare: '比對',
  remove: '刪除',
} satisfies Translation<typeof zh.storage_steps>

export const storage_reasons = {
  forbidden: '裝置不允許存取這個位址',
  name_unknown: '這個網域不存在，或 DNS 無法解析',
  unreachable: '沒有到達這個位址的路由',
  refused: '位址可達，但該連接埠沒有服務',
  timeout: '等待逾時，對方沒有回應',
  cut: '連線中途被對方中斷',
  tls: '無法建立加密連線',
  certificate: '對方的憑證不可信，或與網域不符',
  signin: '使用者名稱或密碼不正確',
  clock: '裝置時鐘與儲存伺服器相差太多，登入被拒絕',
  bucket: '儲存貯體或資料夾不存在',
  region: '儲存貯體不在這個地域',
  addressing: '對方不接受用這個位址存取儲存貯體',
  suspended: '雲端帳號已欠費、停用或尚未完成身分驗證',
  denied: '帳號沒有所需的權限',
  full: '儲存空間已滿、超出配額，或檔案超過對方允許的大小',
  busy: '儲存伺服器忙碌，暫時不可用',
  not_storage: '對方的回應不是這種儲存服務的回應',
  changed: '讀回的內容與寫入的不同',
  file: '裝置磁碟上的檔案無法讀取',
  other: '儲存伺服器拒絕了請求',
} satisfies Translation<typeof zh.storage_reasons>

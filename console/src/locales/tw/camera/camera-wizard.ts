/** Adding a camera step by step, in Traditional Chinese of Taiwan. */
import type zh from '#src/locales/zh/camera/camera-wizard.ts'
import type { Translation } from '#src/locales/types/translation.ts'

export default {
  stages: '新增步驟',
  stage: { account: '位址與帳號', seen: '核對畫面、命名' },
  steps: '連線進度',
  now: (step: string) => `正在${step}…`,
  back: '返回修改',
  add: '新增這台攝影機',
  adding: '正在新增…',
  seen: '畫面由攝影機剛剛擷取，確認無誤後再新增；目前還沒有儲存任何內容。',
  picture: '攝影機的畫面',
  no_picture: '只有影像串流位址，新增前看不到畫面；新增後請在清單裡核對。',
  clock: '時鐘',
  clock_same: '與本裝置一致',
  clock_unknown: '讀不到',
  ahead: (amount: string) => `比本裝置快 ${amount}`,
  behind: (amount: string) => `比本裝置慢 ${amount}`,
  picture_clock: '畫面上的時間',
  zone_warning:
    '攝影機的時區或日光節約時間與本裝置不同：寫進畫面和證據的時間會不準。請先在攝影機上改正時區和日光節約時間。',
  clock_warning:
    '攝影機時鐘與本裝置相差超過 5 秒。不影響連線，但畫面上的時間會不準，請為攝影機開啟自動校時。',
  seconds: (n: number) => `${n} 秒`,
  minutes: (n: number) => `${n} 分鐘`,
  hours: (n: number) => `${n} 小時`,
  days: (n: number) => `${n} 天`,
  found: {
    hint: '在本裝置所在的網路裡搜尋 ONVIF 攝影機。跨網段的攝影機搜尋不到，請依位址新增。',
    searching: '正在搜尋，最多 3 秒…',
    failed: '搜尋失敗',
    count: (n: number, fresh: number) => `找到 ${n} 台，其中 ${fresh} 台尚未新增`,
    again: '重新搜尋',
    filter: '在結果中尋找',
    filter_hint: '名稱、型號或位址',
    none: '沒有找到攝影機',
    none_body: '請檢查攝影機已通電、與本裝置在同一網段，並已開啟 ONVIF；也可以直接依位址新增。',
    no_match: '沒有符合的結果',
    by_address: '依位址新增',
    known: '已新增',
    list: '找到的攝影機',
    all: '全選尚未新增的',
    pick: '請先在上面勾選要新增的攝影機。',
    done: '完成',
    many: (n: number) => `用此帳號新增 ${n} 台`,
    account: (n: number) =>
      n === 1 ? '已選 1 台，請填寫它的帳號。' : `已選 ${n} 台，請填寫它們共用的帳號。`,
    unnamed: '未命名',
  },
} satisfies Translation<typeof zh>

/** Texts of the certificate of erasure in both scripts, written by hand. */
import type { erased_kinds, erased_outside, Language } from '@parking/contract'

export type Words = {
  title: string
  device: string
  serial: string
  version: string
  by: string
  asked: string
  erased: string
  zone: string
  removed: string
  kind: string
  files: string
  bytes: string
  kinds: Readonly<Record<(typeof erased_kinds)[number], string>>
  total: string
  order: string
  outside_title: string
  outside: Readonly<Record<(typeof erased_outside)[number], string>>
  results: Readonly<Record<'done' | 'absent' | 'failed', string>>
  left: string
  level: string
  levels: Readonly<Record<'nist_800_88_clear' | 'none', string>>
  limits_title: string
  limits: readonly string[]
  head: string
  head_none: string
  head_sent: string
  head_unsent: string
  hash: string
  hash_says: string
  signature: string
}

const zh: Words = {
  title: '数据清除证明',
  device: '泊位分析终端',
  serial: '设备序列号',
  version: '软件版本',
  by: '操作用户',
  asked: '请求时间',
  erased: '完成时间',
  zone: '时区',
  removed: '已清除的内容',
  kind: '内容',
  files: '文件数',
  bytes: '字节数',
  kinds: {
    keys: '密钥（最先销毁）',
    databases: '数据库（含日志和用户）',
    pictures: '图片',
    clips: '视频',
    snapshots: '快照',
    spool: '分析程序交来的文件',
    bundles: '支持包',
    certificates: 'HTTPS 证书',
    other: '其他',
  },
  total: '合计',
  order:
    '先用随机数据覆盖并删除密钥，再删除数据库，最后删除其余全部文件。图片、视频和支持包以密文存储：密钥销毁后，磁盘上可能残留的只是无法解密的密文。设备已回到出厂状态。',
  outside_title: '数据目录之外',
  outside: {
    vpn: 'VPN 账号与密钥',
    ntp: '时间服务器设置',
    repository: '软件源设置',
    traces: '系统日志（journal）与操作结果',
  },
  results: { done: '已清除', absent: '本设备没有此功能', failed: '未能清除' },
  left: '未能清除的文件',
  level: '清除级别',
  levels: {
    nist_800_88_clear: 'NIST SP 800-88 Clear：通过设备的接口无法再读取',
    none: '未达到任何级别：有文件未能清除',
  },
  limits_title: '本证明不包括',
  limits: [
    '闪存芯片的物理清除（NIST SP 800-88 Purge）：被覆盖或删除的内容在芯片回收之前可能仍以物理方式存在。需要更高级别时，请使用存储器自身的清除命令或销毁存储器。',
    '数据库（包括快照里的数据库）里的车牌等内容、分析程序交来而尚未入库的文件，以及旧版本软件存下的图片和视频，曾以明文写入磁盘（数据分区使用 LUKS 加密时除外），删除不等于物理擦除。',
    '分析程序自己的存储：这里只清除了它交给设备的文件。',
    '交换分区、设备管理员在 /etc/parking-edge 中填写的配置，以及已经上报到平台、对象存储、邮箱和日志服务器的数据。',
  ],
  head: '被清除的审计链的最后校验码',
  head_none: '无法读取',
  head_sent: '平台已收到',
  head_unsent: '没有平台确认收到',
  hash: '证明校验码（SHA-256）',
  hash_says: '以下一行内容（UTF-8，不含换行）的 SHA-256 即为上面的校验码：',
  signature: '签字与日期',
}

const tw: Words = {
  title: '資料清除證明',
  device: '車格分析終端',
  serial: '裝置序號',
  version: '軟體版本',
  by: '操作的使用者',
  asked: '要求時間',
  erased: '完成時間',
  zone: '時區',
  removed: '已清除的內容',
  kind: '內容',
  files: '檔案數',
  bytes: '位元組數',
  kinds: {
    keys: '金鑰（最先銷毀）',
    databases: '資料庫（含紀錄和使用者）',
    pictures: '圖片',
    clips: '影片檔案',
    snapshots: '快照',
    spool: '分析程式交來的檔案',
    bundles: '支援套件',
    certificates: 'HTTPS 憑證',
    other: '其他',
  },
  total: '合計',
  order:
    '先以隨機資料覆寫並刪除金鑰，再刪除資料庫，最後刪除其餘全部檔案。圖片、影片檔案和支援套件以密文存放：金鑰銷毀後，磁碟上可能殘留的只是無法解密的密文。裝置已回到出廠狀態。',
  outside_title: '資料目錄之外',
  outside: {
    vpn: 'VPN 帳號與金鑰',
    ntp: '時間伺服器設定',
    repository: '套件庫設定',
    traces: '系統紀錄（journal）與操作結果',
  },
  results: { done: '已清除', absent: '本裝置沒有此功能', failed: '未能清除' },
  left: '未能清除的檔案',
  level: '清除等級',
  levels: {
    nist_800_88_clear: 'NIST SP 800-88 Clear：透過裝置的介面無法再讀取',
    none: '未達到任何等級：有檔案未能清除',
  },
  limits_title: '本證明不包括',
  limits: [
    '快閃晶片的實體清除（NIST SP 800-88 Purge）：被覆寫或刪除的內容在晶片回收之前可能仍實際存在。需要更高等級時，請使用儲存裝置本身的清除命令，或銷毀儲存裝置。',
    '資料庫（包括快照裡的資料庫）裡的車牌等內容、分析程式交來而尚未入庫的檔案，以及舊版軟體存下的圖片和影片檔案，曾以明文寫入磁碟（資料分割區使用 LUKS 加密時除外），刪除不等於實體抹除。',
    '分析程式自己的儲存空間：這裡只清除了它交給裝置的檔案。',
    '置換空間、裝置管理員在 /etc/parking-edge 中填寫的設定，以及已經回報到平台、物件儲存、信箱和紀錄伺服器的資料。',
  ],
  head: '被清除的稽核鏈的最後檢查碼',
  head_none: '無法讀取',
  head_sent: '平台已收到',
  head_unsent: '沒有平台確認收到',
  hash: '證明檢查碼（SHA-256）',
  hash_says: '以下一行內容（UTF-8，不含換行）的 SHA-256 即為上面的檢查碼：',
  signature: '簽名與日期',
}

export const certificate_words: Readonly<Record<Language, Words>> = { zh, tw }

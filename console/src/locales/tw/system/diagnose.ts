/** Words of the guided check and the support bundle, as written in Taiwan. */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/system/diagnose.ts'

type Facts = Readonly<Record<string, string | number>>
const size = (value: string | number | undefined): string =>
  `${Number((Number(value ?? 0) / 1024 ** 3).toFixed(1))} GB`
const ms = (facts: Facts): string => (facts['ms'] === undefined ? '' : `，往返 ${facts['ms']} ms`)

export default {
  title: '引導診斷',
  hint: '從網路線到攝影機逐步檢查，停在第一個有問題的地方，並提供處理建議。',
  start: '開始檢查',
  again: '重新檢查',
  from_here: '從這一步重新檢查',
  stop: '停止',
  copy: '複製結果',
  copied: '檢查結果已複製',
  role: '目前帳號只能檢視，不能進行診斷',
  not_yet: '還沒有檢查過。整個過程通常不到半分鐘，不會變更任何設定。',
  running: (step: string, at: number, of: number) => `正在檢查：${step}（${at}/${of}）`,
  all_good: '全部檢查通過',
  all_good_says: '裝置到平台的連線正常。如果問題仍在，請產生支援套件並聯絡技術支援。',
  no_fault: '沒有發現問題',
  passed_over: (names: string) => `沒有檢查：${names}。原因見各步驟。`,
  stopped_at: (step: string) => `停在「${step}」`,
  what_to_do: '處理建議',
  who: '負責單位',
  took: (n: number) => `${n} ms`,
  report: (time: string) => `停車邊緣裝置 引導診斷 ${time}`,

  steps: {
    link: '網路線與網路卡',
    gateway: '閘道',
    dns: '網域名稱解析',
    time: '時間',
    platform: '平台',
    storage: '儲存空間',
    cameras: '攝影機',
  },
  states: { waiting: '等待', running: '檢查中', good: '正常', failed: '有問題', skipped: '略過' },

  good: {
    link: (f: Facts) =>
      `網路卡 ${f['interface']}，位址 ${f['ipv4']}${f['origin'] === 'dhcp' ? '（自動取得）' : ''}`,
    gateway: (f: Facts) =>
      f['by'] === 'arp'
        ? `閘道 ${f['gateway']} 已上線（不回應 ping）`
        : `閘道 ${f['gateway']} 有回應${ms(f)}`,
    dns: (f: Facts) =>
      `${f['server']} 將 ${f['name']} 解析為 ${f['address']}${ms(f)}` +
      `${f['silent'] ? `；另一台 ${f['silent']} 沒有回應` : ''}`,
    time: (f: Facts) =>
      f['server']
        ? `與 ${f['server']} 相差 ${f['offset_ms']} ms${ms(f)}，階層 ${f['stratum']}`
        : '時鐘與系統預設的時間伺服器同步',
    platform: (f: Facts) =>
      f['by'] === 'connection' ? `可以連線至 ${f['host']}${ms(f)}` : `${f['host']} 接受了本裝置${ms(f)}`,
    storage: (f: Facts) => `剩餘 ${size(f['free'])}，共 ${size(f['total'])}；寫入測試 ${f['write_ms']} ms`,
    cameras: (f: Facts) => `${f['online']}/${f['total']} 台已連線`,
  },
  found: {
    ok: () => '正常',
    no_interface: () => '沒有找到網路卡',
    no_cable: (f: Facts) => `網路卡 ${f['interface']} 沒有接通：網路線沒插好，或對端沒有通電`,
    no_address: (f: Facts) => `網路卡 ${f['interface']} 沒有 IP 位址`,
    no_gateway: () => '沒有設定閘道，裝置只能存取區域網路',
    gateway_silent: (f: Facts) => `閘道 ${f['gateway'] ?? ''} 沒有回應`,
    no_dns: (f: Facts) => `沒有設定 DNS 伺服器，無法解析 ${f['names']}`,
    dns_silent: (f: Facts) => `DNS 伺服器 ${f['servers'] ?? ''} 沒有回應`,
    dns_wrong: (f: Facts) => `DNS 伺服器 ${f['server']} 找不到 ${f['name']}`,
    no_names: (f: Facts) =>
      `平台和時間伺服器都用 IP 位址，不需要解析${f['servers'] ? `（DNS：${f['servers']}）` : ''}`,
    clock_off: (f: Facts) => `裝置時間與 ${f['server']} 相差 ${f['offset_ms']} ms，超過允許的 1 秒`,
    clock_free: () => '已啟用自動校時，但時鐘還沒有同步',
    time_server_silent: (f: Facts) => `時間伺服器 ${f['server'] ?? ''} 沒有給出可用的時間`,
    no_time_server: () => '沒有啟用自動校時，不檢查時鐘偏差',
    no_platform: () => '還沒有設定平台位址',
    platform_silent: (f: Facts) => `平台 ${f['host'] ?? ''} 沒有回應`,
    platform_refused: (f: Facts) =>
      `平台 ${f['host']} 有回應，但不接受本裝置${f['said'] ? `：${f['said']}` : ''}`,
    platform_name: (f: Facts) => `平台的網域名稱 ${f['name']} 無法解析`,
    no_storage: (f: Facts) => `資料目錄無法寫入${f['said'] ? `（${f['said']}）` : ''}`,
    disk_full: (f: Facts) => `磁碟快滿了：剩餘 ${size(f['free'])}，共 ${size(f['total'])}`,
    disk_slow: (f: Facts) => `寫入太慢：${f['write_ms'] ?? '8000+'} ms`,
    no_cameras: () => '還沒有新增攝影機',
    cameras_offline: (f: Facts) =>
      `${f['online'] ?? 0}/${f['total'] ?? 0} 台已連線；未連線：${f['names'] ?? ''}` +
      `${Number(f['more'] ?? 0) > 0 ? ` 等 ${Number(f['more']) + 3} 台` : ''}`,
    not_supported: (f: Facts) => `本裝置無法檢查此項${f['said'] ? `。系統回傳訊息：${f['said']}` : ''}`,
  },
  remedy: {
    no_interface: ['確認裝置的網路卡沒有被停用。', '重新啟動裝置後再檢查一次。'],
    no_cable: ['檢查網路線兩端是否插緊，換一條網路線試試。', '確認交換器連接埠亮燈、沒有被關閉。'],
    no_address: ['在「網路設定」中填寫 IP 位址，或確認路由器已啟用 DHCP。'],
    no_gateway: ['在「網路設定」中填寫閘道位址，可向網路管理員詢問。'],
    gateway_silent: ['確認閘道位址填寫正確，且與裝置在同一網段。', '檢查路由器是否通電，VLAN 是否劃分正確。'],
    no_dns: ['在「網路設定」中填寫 DNS 伺服器，可向網路管理員詢問。'],
    dns_silent: ['確認 DNS 伺服器位址填寫正確。', '請網路管理員確認防火牆放行 UDP 53 連接埠。'],
    dns_wrong: ['檢查網域名稱有沒有寫錯。', '如果網域名稱只在內部網路有效，請使用內部網路的 DNS 伺服器。'],
    clock_off: ['在「時間設定」中啟用 NTP，或重新校時。', '時間不準會使停車時數和計費出錯，請儘快處理。'],
    clock_free: ['在「時間設定」中指定一台能連線的時間伺服器。'],
    time_server_silent: [
      '在「時間設定」中測試此伺服器，或換一台。',
      '請網路管理員確認防火牆放行 UDP 123 連接埠。',
    ],
    platform_silent: [
      '確認平台位址和連接埠填寫正確。',
      '請網路管理員確認防火牆允許裝置連線至平台。',
      '向平台維運確認服務正在執行。',
    ],
    platform_refused: ['核對營運方編號和金鑰。', '向平台確認本裝置的序號已登記。'],
    platform_name: ['檢查平台位址有沒有寫錯。', '回到「網域名稱解析」一步確認 DNS 正常。'],
    no_storage: ['重新啟動裝置後再檢查一次。', '如果仍無法寫入，儲存裝置可能已損壞，需要更換。'],
    disk_full: [
      '在「裝置儲存空間」中檢視是什麼佔用了空間。',
      '刪除不需要的事件和紀錄，或先把等待的事件傳送出去。',
    ],
    disk_slow: [
      '稍後再檢查一次：裝置可能正在更新或大量寫入。',
      '如果一直很慢，儲存裝置可能即將損壞，請安排更換。',
    ],
    cameras_offline: ['在攝影機清單中檢視每一台停在哪一步。', '檢查攝影機的供電、網路線和密碼。'],
    call: ['確認瀏覽器還能連線至裝置，然後從這一步重新檢查。'],
  },
  calls: {
    link: '現場施工人員',
    gateway: '網路管理員',
    dns: '網路管理員',
    time: '網路管理員',
    platform: '平台維運',
    storage: '裝置供應商',
    cameras: '現場施工人員',
  },
  go: {
    link: '前往網路設定',
    gateway: '前往網路設定',
    dns: '前往網路設定',
    time: '前往時間設定',
    platform: '前往業務參數',
    storage: '前往裝置儲存空間',
    cameras: '前往攝影機清單',
  },

  bundle: '支援套件',
  bundle_hint: '把紀錄、設定、版本和檢查結果打包給技術支援。密碼、金鑰等在產生時就已移除。',
  bundle_not: '不包含：停車事件和圖片、密碼與金鑰、VPN 設定、資料庫。',
  bundle_role: '只有管理員可以產生支援套件',
  make: '產生支援套件',
  making: '正在收集…',
  making_says: '正在收集並移除機密資訊，最多需要半分鐘。',
  make_again: '重新產生',
  bundle_failed: '支援套件沒有產生',
  ready: (files: number, bytes: string) => `支援套件已產生：${files} 個檔案，共 ${bytes}`,
  ready_says: '請先檢視下面的內容，再下載並傳送給技術支援。連結 10 分鐘內有效，檔案 1 小時後自動刪除。',
  download: '下載',
  expired: '下載連結已過期，請重新產生',
  file: '檔案',
  content: '內容',
  bytes: '大小',
  redacted: '已移除的機密',
  redacted_n: (n: number) => (n === 0 ? '無' : `${n.toLocaleString('en')} 處`),
  files: {
    manifest: '清單：產生時間、版本、每個檔案的大小和移除的機密數',
    diagnose: '七項檢查的結果',
    status: '執行狀態、磁碟、事件佇列',
    configuration: '網路、時間、平台、攝影機和場景的設定',
    versions: '軟體、系統和硬體的版本',
    logs: '裝置紀錄，最新的 20,000 筆',
    journal: '作業系統紀錄，最新的 3,000 筆',
  },
} satisfies Translation<typeof zh>

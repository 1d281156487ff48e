/** 系統紀錄頁面的用語。 Long because every call and everything that happens has its sentence here. */
import { damage_sentences_tw as damages } from '@parking/contract/alarm/data-damages.ts'
import alarm_kinds from '../params/alarm-kinds.ts'
import upgrades from '../params/upgrade-reasons.ts'
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/system/log.ts'

const lasting = (s: number) =>
  s < 100 ? `${s} 秒` : s < 6_000 ? `${Math.round(s / 60)} 分鐘` : `${Math.round(s / 3_600)} 小時`
import calls from './log-calls.ts'

export default {
  refresh: '重新整理',
  live: '即時',
  live_on: '正在即時顯示，按一下暫停',
  live_off: '已暫停，按一下繼續即時顯示',
  fresh: (n: number) => `有 ${n.toLocaleString('en')} 筆新紀錄，按一下檢視`,

  filters: '篩選',
  filters_active: (n: number) => `篩選（${n}）`,
  reset: '全部清除',
  any: '全部',
  type: '類型',
  level: '等級',
  text: '搜尋',
  text_hint: '內容、使用者名稱、位址或介面名稱',
  since: { m15: '近 15 分鐘', h1: '近 1 小時', d1: '近 24 小時', d7: '近 7 天' },
  time_order: '結束時間早於開始時間',
  around: '檢視前後 5 分鐘的所有紀錄',

  time: '時間',
  content: '內容',
  detail: '詳細資料',
  open: '展開詳細資料',
  close: '收合詳細資料',
  address: '來源位址',
  who: '使用者',
  role: '角色',
  call: '介面',
  result: '結果',
  done: '成功',
  request: '請求編號',
  wrong_fields: '有誤的欄位',
  original: '原文',
  field: '欄位',
  before: '修改前',
  after: '修改後',
  absent: '（無）',
  no_change: '內容沒有變化',

  searched: (time: string) => `已查到 ${time} 為止`,
  search_on: '繼續往前尋找',
  empty: '還沒有紀錄',
  empty_says: '裝置運作、使用者操作與警報都會出現在這裡。',
  empty_system: '沒有可讀取的系統紀錄',
  empty_system_says: '本裝置的作業系統沒有紀錄服務，或未授權讀取。',
  nothing: '沒有符合條件的紀錄',
  nothing_says: '請換一個時間範圍，或移除部分條件再試。',
  failed: '無法讀取紀錄',
  system_note: '系統紀錄來自作業系統，最多顯示最近 5,000 筆，無法在此刪除。',

  export: '匯出',
  export_title: '匯出紀錄',
  export_says: (n: number) =>
    `將依目前的篩選條件匯出 ${n.toLocaleString('en')} 筆紀錄，每行一筆 JSON（NDJSON）。`,
  export_capped: (n: number) =>
    `一次最多匯出最新的 ${n.toLocaleString('en')} 筆；更早的請縮小時間範圍後再匯出。`,
  export_start: '開始匯出',
  export_running: (done: number, total: number) =>
    `已讀取 ${done.toLocaleString('en')} / ${total.toLocaleString('en')} 筆`,
  export_done: (n: number) => `已匯出 ${n.toLocaleString('en')} 筆紀錄`,
  export_none: '沒有可以匯出的紀錄',
  cancel: '取消',

  delete: '刪除紀錄',
  delete_role: '只有管理員可以刪除紀錄',
  delete_what: '刪除哪一類',
  delete_kept: '系統紀錄由作業系統管理，無法在此刪除。',
  delete_until: '刪除到（含）',
  until: {
    d7: '保留最近 7 天',
    d30: '保留最近 30 天',
    d90: '保留最近 90 天',
    now: '到目前為止的全部',
    at: '指定時間…',
  },
  delete_count: (n: number) => `將刪除 ${n.toLocaleString('en')} 筆紀錄。`,
  delete_none: '這個範圍內沒有紀錄。',
  counting: '正在統計…',
  delete_go: (n: number) => `刪除 ${n.toLocaleString('en')} 筆`,
  delete_ask: (n: number) => `確定要刪除 ${n.toLocaleString('en')} 筆紀錄嗎？`,
  delete_effect: '刪除後無法復原。這次操作會寫入使用者紀錄：誰、何時、刪除了哪個範圍、共多少筆。建議先匯出。',
  delete_done: (n: number) => `已刪除 ${n.toLocaleString('en')} 筆紀錄`,

  anonymous: '未登入的訪客',
  other_call: '其他操作',
  times: (n: number) => `（共 ${n} 次）`,
  camera_steps: {
    reach: '網路不通',
    port: '連接埠沒有回應',
    clock: '時鐘相差太大',
    signin: '使用者名稱或密碼不正確',
    profile: '沒有可用的媒體設定',
    stream: '影像串流打不開',
    picture: '取不到畫面',
  },
  mail_steps: {
    address: '伺服器位址不允許存取',
    name: '伺服器的網域名稱無法解析',
    connect: '無法連線到伺服器',
    greeting: '對方不是郵件伺服器',
    implicit_tls: '對方一開始就要求加密',
    tls: '無法建立加密連線',
    unencrypted: '伺服器不提供加密',
    sign_in: '登入被拒絕',
    sender: '伺服器不接受寄件者',
    recipient: '伺服器不接受收件者',
    message: '伺服器不接受郵件內容',
    slow: '伺服器回應太慢',
  },
  mqtt_steps: {
    address: '伺服器位址不允許存取',
    name: '伺服器的網域名稱無法解析',
    connect: '連線中斷，或無法連線至伺服器',
    tls: '無法建立加密連線',
    sign_in: '使用者名稱、密碼或連線識別碼被拒絕',
    answer: '伺服器不接受工作階段',
    publish: '伺服器不接受訊息',
  },
  syslog_steps: {
    address: '伺服器位址不允許存取',
    name: '伺服器的網域名稱無法解析',
    connect: '無法連線至伺服器',
    tls: '無法建立加密連線',
    send: '連線中斷，或伺服器未讀取資料',
  },
  says: {
    started: (version: string) => `裝置服務已啟動（版本 ${version}）`,
    stopped: '裝置服務正常停止',
    camera_online: (name: string) => `攝影機「${name}」恢復連線`,
    camera_online_after: (name: string, seconds: number) =>
      `攝影機「${name}」恢復連線，中斷了 ${lasting(seconds)}`,
    camera_offline: (name: string, why: string) => `攝影機「${name}」離線：${why}`,
    camera_error: (name: string, why: string) => `攝影機「${name}」異常：${why}`,
    camera_flaps: (name: string, n: number) =>
      `攝影機「${name}」時斷時續，一小時內狀態變化 ${n} 次：穩定之前不再逐筆記錄，請檢查網路線和供電`,
    timer_no_picture: (name: string, why: string) =>
      `攝影機「${name}」沒有給出定時圖片，到下一個時刻再取：${why}`,
    cut_after_exit: (lot_no: string, n: number) =>
      `車格 ${lot_no} 的出場晚到：先前已產生 ${n} 筆排程進出場，時間都晚於出場，請在平台核對`,
    camera_changed: {
      serial_shared: (camera: string, said: string) => `${camera} 與「${said}」的序號相同`,
      other_camera: (camera: string, said: string) => `${camera} 的位址回應的是另一台裝置（${said}）`,
      moved: (camera: string, said: string) => `${camera} 現在的位址是 ${said}`,
      source_gone: (camera: string, said: string) => `${camera} 的裝置不再列出這一路畫面${said}`,
      value_changed: (camera: string, said: string) => `${camera} 回報的參數變了：${said}`,
    },
    camera_pictures: {
      dark: (name: string) => `攝影機「${name}」畫面全黑：鏡頭可能被遮住`,
      frozen: (name: string) => `攝影機「${name}」畫面靜止不變：攝影機可能已當機`,
      well: (name: string) => `攝影機「${name}」畫面恢復正常`,
    },
    scene_moved: (name: string, parking_no: string, px: number) =>
      `攝影機「${name}」被移動過，場景 ${parking_no} 的車格偏了約 ${px} 像素：請在場景編輯中核對`,
    scene_lost: (name: string, parking_no: string, minutes: number) =>
      `攝影機「${name}」的畫面已有 ${minutes} 分鐘與場景 ${parking_no} 的參考圖對不上：可能被轉向別處，或鏡頭被遮住，請查看畫面`,
    scene_back: (name: string, parking_no: string) =>
      `攝影機「${name}」已回到原位，場景 ${parking_no} 的車格重新對上`,
    pictures_unjudged: '本裝置的圖片處理元件無法運作，不檢查畫面是否全黑或靜止',
    queue_stalled: (info: string) => `平台不接收事件，事件正在裝置上等待：${info}`,
    unsent_at_risk: (n: number) =>
      `磁碟已滿，已沒有其他內容可以清理：接下來將從最早的開始捨棄未傳送的事件（共 ${n.toLocaleString('en')} 筆未傳送）`,
    unsent_discarded: (n: number) => `磁碟已滿，捨棄了最早的 ${n.toLocaleString('en')} 筆未傳送事件`,
    queue_moves: '平台恢復接收事件',
    storage_stalled: (info: string) => `物件儲存不接收圖片，事件正在裝置上等待：${info}`,
    storage_moves: '物件儲存恢復接收圖片',
    lot_states_taken: '車格狀態回報恢復正常',
    lot_states_refused: (info: string) => `車格狀態回報失敗：${info}`,
    platform_up: '心跳恢復正常',
    platform_down: (info: string) => `心跳失敗：${info}`,
    name_taken: (name: string) => `平台上已有另一台裝置名為「${name}」：請為本裝置換一個名稱`,
    name_unique: (name: string) => `平台確認裝置名稱「${name}」沒有重複`,
    platform_refuses: (info: string) => `平台拒絕了裝置的註冊資訊：${info}`,
    app_connected: (name: string, version: string) => `分析程式已連線：${name} ${version}`,
    app_gone: '分析程式中斷連線',
    app_cut_off: (why: string) => `分析程式沒有遵守協定，已中斷：${why}`,
    app_cut_off_reasons: {
      line_too_long: '一行資料過長',
      not_json: '資料不是 JSON',
      no_hello: '沒有先回報名稱和版本',
    },
    app_watching: (cameras: number, lots: number) => `分析程式正在分析 ${cameras} 台攝影機、${lots} 個車格`,
    app_camera_back: (name: string, attempts: number) =>
      `分析程式重新取得攝影機「${name}」的畫面，先前失敗 ${attempts} 次`,
    app_camera_silent: (name: string, why: string) => `分析程式取不到攝影機「${name}」的畫面（${why}）`,
    app_slowed: (name: string, seconds: number) =>
      `處理器忙碌，攝影機「${name}」放慢到每 ${seconds} 秒分析一張畫面`,
    app_keeps_up: (name: string, seconds: number) =>
      `處理器恢復，攝影機「${name}」每 ${seconds} 秒分析一張畫面`,
    app_event_refused: (uuid: string, said: string) => `裝置沒有接受分析程式回報的事件 ${uuid}（${said}）`,
    app_line: (line: string) => `分析程式原文：${line}`,
    internal: (line: string) => `裝置服務內部錯誤，原文：${line}`,
    alarm_raised: (what: string, _: number) => `警報：${what}`,
    alarm_recovered: (what: string, seconds: number) => `警報解除：${what}，持續了 ${lasting(seconds)}`,
    alarm_kinds,
    upgrades,
    damages,
    alarm_mail_failed: (why: string, said: string) =>
      `警報郵件沒有寄出，稍後重試：${why}${said === '' ? '' : `；伺服器回傳訊息：${said}`}`,
    alarm_mail_sent: (n: number) => `已用郵件通知 ${n} 則警報`,
    alarm_mail_refused: (addresses: string, said: string) =>
      `郵件伺服器拒絕了收件者 ${addresses}；伺服器回傳訊息：${said}`,
    mqtt_up: 'MQTT 伺服器正常接收事件和警報',
    mqtt_down: (why, said) =>
      `MQTT 伺服器收不到事件和警報，它們在裝置上等待：${why}${said === '' ? '' : `（${said}）`}`,
    mqtt_full: (n) => `等待傳送到 MQTT 伺服器的訊息過多或過舊，刪除了最早的 ${n} 則`,
    mqtt_resend: (n, from, to) => `應接收方要求，重新發布了 MQTT 訊息 ${n} 則（序號 ${from} 至 ${to}）`,
    syslog_up: '正在向 Syslog 伺服器傳送使用者紀錄；它沒有回條，請在伺服器上確認收到',
    syslog_down: (why, said) =>
      `使用者紀錄送不到 Syslog 伺服器，在裝置上等待：${why}${said === '' ? '' : `（${said}）`}`,
    params_refused: (problems: string) => `分析程式無法依部分參數運作，原文：${problems}`,
    app_ended: (how: string) => `分析程式意外結束：${how}`,
    model_left: (name: string, why: string) => `裝置已自動停用模型「${name}」：${why}`,
    model_left_reasons: {
      crashes: '使用它時分析程式反覆當掉',
      silent: '使用它時分析程式反覆無回應',
      unusable: '分析程式無法載入',
      lost: '模型檔案已遺失',
    },
    trial_started: (who: string, kind: string, from: string, to: string) =>
      `${who} 開始試用新的 ${kind}：${from} → ${to}`,
    trial_confirmed: (kind: string, to: string) => `新的 ${kind} 已確認保留：${to}`,
    trial_rolled_back: (kind: string, why: string, from: string) =>
      `${kind} 的變更已復原（${why}），回到 ${from}`,
    trial_detail: (said: string) => `；系統回傳訊息：${said}`,
    trial_reasons: {
      silence: '沒有人在時限內確認',
      asked: '應使用者要求',
      not_applied: '未能生效',
      crash: '裝置服務中斷',
      power_cut: '裝置斷電或重新啟動',
    },
    camera_clock_set: (name, seconds) => `${name}的時鐘相差 ${seconds} 秒，裝置已自動校時`,
    camera_clock_follows: (name, seconds) =>
      `${name}的時鐘相差 ${seconds} 秒；它跟隨自己的時間伺服器，裝置不予變更`,
    camera_clock_refused: (name, seconds) =>
      `${name}的時鐘相差 ${seconds} 秒；它不允許裝置設定時鐘，裝置不再嘗試`,
    clock_set: (from: string, to: string) => `裝置時間由 ${from} 改為 ${to}`,
    vpn_connected: 'VPN 已連線',
    vpn_lost: 'VPN 連線中斷，正在重新連線',
    vpn_failed: (said: string) => `VPN 連線失敗${said === '' ? '' : `；OpenVPN 回傳訊息：${said}`}`,
    lines_dropped: (n: number) => `紀錄過多，有 ${n} 筆沒有寫入`,
    metrics_refused: (address: string) => `拒絕了沒有有效權杖的指標擷取（${address}）`,
    turned_away: (address: string) => `拒絕了不在白名單中的位址 ${address}`,
    connections_refused: (address: string) => `同時的連線過多，拒絕了來自 ${address} 的連線`,
    cross_site: (address: string) => `拒絕了來自其他網站的請求（${address}）`,
    restored: (who: string, snapshot: string) =>
      `${who} 執行的還原原廠設定已完成，還原前的內容儲存為快照 ${snapshot}`,
    brought_back: (who: string, from: string, snapshot: string) =>
      `${who} 已還原快照 ${from}，原有內容儲存為快照 ${snapshot}`,
    storage_test_swept: '已移除儲存測試留下的標記物件',
    storage_test_left: '儲存測試留下的標記物件未能移除，仍在儲存空間中',
    restore_failed: '還原未能進行，裝置維持原狀',
    restore_network_failed: '還原原廠設定後未能設定網路，裝置仍使用原來的位址',
    erasure_asked: (who: string) => `${who} 要求徹底清除裝置`,
    erased: (who: string, sha256: string) => `${who} 已徹底清除裝置，證明檢查碼 ${sha256}`,
    admin_reset: (who: string) => `在裝置上以 root 重設了使用者 ${who} 的密碼（reset-admin）`,
    recovery_code_used: (who: string, left: number) => `${who} 使用復原代碼登入，還剩 ${left} 組`,
    sessions_capped: (who: string, n: number, max: number) =>
      `${who}的登入工作階段超過 ${max} 個，最久未使用的 ${n} 個已結束`,
    rebooted: (seconds: number) => `裝置已重新啟動，費時 ${seconds} 秒`,
    log_deleted: (who: string, n: number, type: string, time: string) =>
      `${who} 刪除了 ${n.toLocaleString('en')} 筆紀錄（${type}，截至 ${time}）`,
    signed_in: (who: string, address: string) => `${who} 從 ${address} 登入`,
    sign_in_failed: (who: string, address: string) => `${who} 從 ${address} 登入失敗：使用者名稱或密碼錯誤`,
    sign_in_held: (who: string, address: string) => `${who} 從 ${address} 登入過於頻繁，已暫緩`,
    did: (who: string, call: string) => `${who}：${call}`,
    denied: (who: string, call: string) => `${who} 沒有權限：${call}`,
    refused: (who: string, call: string, why: string) => `${who}：${call}，未成功（${why}）`,
  },
  calls,
} satisfies Translation<typeof zh>

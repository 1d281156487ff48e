/** The alarm tab (spec §3 `alarm_param`), and the alarms that the device raises. */
import kinds from './alarm-kinds.ts'

export default {
  mail: '郵件',
  failed: '無法讀取警報設定',
  centre: '警報中心',
  kinds,
  /** When each kind is raised and cleared, with the figures of `alarm_rules` and `alarm_limits`. */
  rules: {
    camera_down: (raise: number, recover: number) =>
      `離線或異常超過 ${raise} 秒；恢復連線 ${recover} 秒後解除`,
    camera_moved: (raise: number, recover: number) =>
      `畫面與參考圖對不上超過 ${raise} 秒；重新對上 ${recover} 秒後解除`,
    camera_dark: (raise: number, recover: number) => `畫面全黑超過 ${raise} 秒；恢復 ${recover} 秒後解除`,
    camera_frozen: (raise: number, recover: number) =>
      `畫面靜止不變超過 ${raise} 秒；恢復 ${recover} 秒後解除`,
    camera_clock: (bad: string, well: string) => `與正確時間相差超過 ${bad} 秒；回到 ${well} 秒以內解除`,
    camera_unseen: (bad: number, well: number) =>
      `攝影機為線上，分析程式卻有 ${bad}% 以上的次數取不到畫面；降到 ${well}% 以下解除`,
    disk: (bad: number, well: number) => `剩餘空間不到 ${bad}%；回到 ${well}% 以上解除`,
    queue: (bad: number, well: number) =>
      `最早的事件等待超過 ${bad} 分鐘，或有事件傳送失敗；降到 ${well} 分鐘以內，且失敗的已補傳或捨棄後解除`,
    clock: (bad: string, well: string) => `與時間伺服器或平台相差超過 ${bad} 秒；回到 ${well} 秒以內解除`,
    sign_in: (bad: number) => `15 分鐘內同一位址登入失敗 ${bad} 次；15 分鐘內不再失敗後解除`,
    analysis: (raise: number, recover: number) => `停止或斷開超過 ${raise} 秒；重新連線 ${recover} 秒後解除`,
    overload: (bad: number, well: number) =>
      `處理器跟不上設定的分析間隔，或從畫面到判斷超過 ${bad} 秒；跟上並降到 ${well} 秒以內解除`,
    platform: (raise: number) => `心跳失敗超過 ${raise} 秒；平台再次回應後解除`,
    storage: (raise: number) => `無法寫入超過 ${raise} 秒；再次寫入成功後解除`,
    mqtt: (raise: number) => `連續 ${raise} 秒無法傳送到 MQTT 伺服器；再次連線後解除`,
    certificate: (first: number, last: number) =>
      `匯入的 HTTPS 憑證還有 ${first} 天和 ${last} 天到期時；換上新憑證後解除`,
    model: () => '分析程式因匯入的模型反覆當掉、無回應或無法載入時；管理員選用或刪除模型後解除',
    upgrade: () => '新版本試執行失敗、裝置自動退回，或升級無法開始時；再次升級成功後解除',
    data_file: () => '裝置的資料檔案損毀、缺失或被換成舊副本時；檔案恢復完好或 7 天後解除',
  },

  server: '郵件伺服器',
  server_hint: '警報透過這個信箱寄出；連線始終加密，憑證始終檢驗',
  fields: {
    email_server: '伺服器',
    from_user: '登入使用者',
    from_auth: '密碼或授權碼',
    from_email: '寄件者',
    to_email: '收件者',
    server_trust: '伺服器憑證',
  },
  help: {
    email_server:
      '警報郵件從哪裡寄出，如 smtp.example.com:587；連接埠 465 直接加密，其他連接埠用 STARTTLS。留空：不寄送郵件',
    from_user: '留空表示伺服器不需要登入',
    from_auth: '留空保留已儲存的密碼；沒有加密時絕不傳送',
    from_email: '多數伺服器要求與登入使用者一致',
    to_email: '誰收到警報，每行一個，最多 20 個；留空則不寄送',
    server_trust:
      '憑什麼認定郵件伺服器：預設用系統信任的機構；內網自簽的伺服器需在此接受其憑證，否則郵件寄不出。',
  },
  none: '（無）',

  test: '寄送測試郵件',
  testing: '寄送中…',
  test_role: '只有管理員可以測試',
  test_empty: '先填寫伺服器、寄件者和收件者',
  test_result: '測試郵件的結果',
  not_tested: '裝置沒有寄送',
  close: '收起結果',
  good: '測試郵件已寄出',
  good_says: (n: number, ms: number) =>
    `伺服器已接收，寄給 ${n} 個收件者，用時 ${ms} 毫秒。請到收件匣檢視，也看看垃圾郵件。`,
  partly: '測試郵件只寄給了一部分收件者',
  slow: '伺服器還沒有回應完，無法確定',
  bad: '測試郵件沒有寄出',
  protections: { tls: '全程 TLS 加密', starttls: 'STARTTLS 加密', none: '未加密' },
  signed_in: '已登入',
  not_signed_in: '未登入',
  server_said: '伺服器回傳訊息',
  refused: '被拒絕的收件者',
  steps: {
    address: '這個位址不允許存取。',
    name: '伺服器的網域名稱無法解析。請檢查拼寫，以及「裝置設定 → 網路設定」中的 DNS。',
    connect: '連線不上伺服器：連接埠沒有回應，或網路、防火牆不通。常用連接埠是 465 和 587。',
    greeting: '已連線，但對方沒有按郵件伺服器的方式回應。連接埠 465 要直接加密，請檢查連接埠。',
    implicit_tls: '對方在這個連接埠一開始就加密：請寫成 smtps://伺服器位址，或使用連接埠 465。',
    tls: '加密連線沒有建立。',
    unencrypted: '伺服器不提供加密。裝置不會在沒有加密的連線上傳送密碼，請改用加密的連接埠。',
    sign_in: '登入被拒絕。請檢查使用者和密碼；許多信箱要用單獨的「應用程式密碼」，而不是登入密碼。',
    sender: '伺服器不接受這個寄件者。請填寫與登入使用者一致的信箱。',
    recipient: '伺服器不接受收件者。',
    message: '郵件內容沒有被接收。',
    slow:
      '伺服器接受了連線，但 25 秒內沒有回應完，測試到此為止。' +
      '警報郵件會等它最多 10 分鐘，測試郵件也可能已經送達：' +
      '請到收件匣查看。一直如此時，請核對連接埠。',
    later:
      '伺服器暫時不收，幾分鐘後可能會收（例如連線太多，或初次來信要等一等）。警報郵件會自動重試；測試請稍後再試。',
    turned_away:
      '伺服器拒絕了這台裝置的連線，原因見回傳訊息：例如裝置的位址在黑名單中，或伺服器要求完整的主機名稱。',
    no_password:
      '伺服器不接受密碼登入，只提供回傳訊息中的方式，而裝置只能用密碼登入。請在伺服器上允許密碼登入（PLAIN 或 LOGIN），或改用允許的伺服器。',
    wants_sign_in: '伺服器要求先登入才收郵件。請填寫使用者和密碼。',
    wants_tls:
      '伺服器要求先加密，卻沒有在這個連線上提供 STARTTLS：可能被中間的防火牆移除了。請改用 smtps:// 和連接埠 465。',
    no_relay:
      '伺服器不替這台裝置轉寄寄往外部的郵件。請填寫登入使用者和密碼；內網的中繼伺服器則要允許這台裝置的位址。',
  },
  tls: {
    expired: '憑證已過期；也請確認裝置時間正確。',
    not_yet: '憑證尚未生效；請確認裝置時間正確。',
    self_signed: '憑證是自簽的，無法確認對方身分。',
    unknown_issuer: '憑證的簽發者不受信任。',
    wrong_name: '憑證不是發給這個網域名稱的。',
    other_key: '對方出示的金鑰與已接受的不同：憑證已更換，或有人冒充。',
    weak: '對方的加密過弱：請對方啟用 TLS 1.2 或更高版本，金鑰至少 2048 位元。',
    client_certificate: '對方要求裝置出示憑證，而裝置沒有憑證。請對方改用密碼確認裝置身分。',
    not_tls: '對方在這個連接埠沒有使用加密，請改用 587 等連接埠。',
    other: '交握失敗。',
  },

  mailed: '哪些警報寄送郵件',
  mailed_hint: '每則警報只通知一次，抖動不會反覆通知',
  language: '郵件語言',
  languages: { zh: '簡體中文', tw: '繁體中文' },
  digest_minutes: '兩封郵件至少間隔',
  digest_hint: '第一則立即寄送；間隔內的其他警報合併為一封',
  recovered_field: '恢復時也寄送',
  recovered_hint: '警報解除後，再寄一封說明持續了多久',
  saved: '已儲存',
  mail_state: {
    off: '還沒有設定郵件伺服器和收件者，警報只在警報中心和紀錄中顯示',
    well: '郵件寄送正常',
    partly: '上一封郵件有收件者沒有收到',
    waiting: (n: number) => `${n} 則警報等待寄送`,
    last: '上一封',
    failing: (n: number) => `連續 ${n} 次沒有寄出，等待的警報不會遺失，會自動重試`,
    next: (time: string) => `下次重試 ${time}`,
  },
}

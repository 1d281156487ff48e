import type zh from '#src/locales/zh/system/operation.ts'
import type { Translation } from '#src/locales/types/translation.ts'

export default {
  tabs: '重新啟動與還原分類',
  tab: { reboot: '重新啟動與還原', diagnose: '診斷' },
  cancel: '取消',

  reboot: {
    title: '重新啟動裝置',
    hint: '重新啟動約需一兩分鐘。期間不擷取、不回報，已有的事件儲存在磁碟上。',
    last: '上次啟動',
    run_time: '已運作',
    failed: '無法讀取運作狀態',
    act: '重新啟動裝置…',
    role: '只有管理員和操作員可以重新啟動裝置',
    dialog: '要重新啟動裝置嗎？',
    checking: '正在檢查裝置狀態…',
    check_failed: '無法讀取裝置目前的狀態。仍可重新啟動，但請先確認沒有人正在更新軟體或變更網路。',
    app_running: '分析程式正在執行：重新啟動時停止，開機後自動恢復',
    app_stopped: '分析程式沒有在執行',
    waiting: (n: number) => `${n} 筆事件等待傳送：已儲存在磁碟上，重新啟動後繼續傳送`,
    waiting_none: '沒有等待傳送的事件',
    updating: '軟體正在更新，完成後才能重新啟動',
    trial: '網路變更正在試用，請先保留或復原，才能重新啟動',
    nothing_runs: '沒有正在進行的軟體更新或網路試用',
    others: (names: string) => `其他人正在使用主控台：${names}`,
    others_none: '沒有其他人在使用主控台',
    took: (duration: string) => `上次重新啟動花費 ${duration}`,
    took_none: '還沒有重新啟動的時間紀錄，通常需要一兩分鐘',
    go: '立即重新啟動',
    why_checking: '正在檢查裝置狀態',
  },

  restore: {
    title: '還原原廠設定',
    hint: '勾選要保留的內容，其餘會被清除。清除前會自動製作快照，可以還原回來。系統紀錄一律保留。',
    failed: '無法讀取還原選項',
    role: '只有管理員可以還原原廠設定',
    keep: '保留以下內容',
    kept: '保留',
    wiped: '清除',
    keeps: {
      network: { label: '網路設定', says: 'IPv4 位址、VPN 帳號和存取白名單' },
      users: { label: '使用者與密碼', says: '所有使用者、角色、密碼和登入狀態' },
      cameras: { label: '攝影機與場景', says: '攝影機、參考畫面和繪製的車格' },
      params: { label: '業務參數', says: '裝置名稱和位置，演算法、排程、事件、儲存、平台和警報參數' },
      events: { label: '事件紀錄', says: '停車事件、人工查核紀錄及其圖片和影片' },
    },
    lost: {
      network: '裝置將以下面的網路位址恢復，VPN 帳號和白名單被清除',
      users: '所有人登出，並產生只顯示一次的管理員密碼',
      cameras: (n: number | undefined) =>
        n === undefined
          ? '所有攝影機及其場景將被清除'
          : n === 0
            ? '目前沒有攝影機'
            : `${n} 台攝影機及其場景將被清除，需要重新新增並繪製車格`,
      params: '全部還原為原廠值，其中的金鑰和密碼需要重新填寫',
      events: (n: number | undefined) =>
        n === undefined
          ? '所有事件及其圖片將被清除'
          : n === 0
            ? '目前沒有事件'
            : `${n} 筆事件及其圖片將被清除`,
      waiting: (n: number) => `其中 ${n} 筆尚未傳送到平台，清除後無法再傳送`,
    },
    network_title: '還原後的網路位址',
    ipv4: 'IPv4 位址',
    netmask: '子網路遮罩',
    gateway: '閘道',
    save: '儲存選擇',
    act: '還原原廠設定…',
    unsaved: '上面的選擇還沒有儲存，請先儲存或復原',
    dialog: '要還原原廠設定嗎？',
    will_wipe: '將被清除',
    will_keep: '將保留',
    nothing_wiped: '沒有（所有內容都保留）',
    nothing_kept: '沒有（所有內容都清除）',
    snapshot_first: '清除前會製作快照，之後可以在此頁面還原。',
    comes_back: '裝置重新啟動後的位址',
    taken: '現在已有裝置在這個位址回應。如果不是這台裝置，還原後位址會衝突。',
    same_address: '維持不變',
    go: '清除並還原原廠設定',
    restoring: '正在製作快照並還原…',
    failed_go: '還原原廠設定失敗',
  },

  serial: {
    is: '裝置序號',
    label: '輸入裝置序號以確認',
    wrong: '與裝置序號不一致',
    why: '請先輸入正確的裝置序號',
    unknown: '正在讀取裝置序號…',
  },

  snapshots: {
    title: '快照',
    hint: '每次清除之前自動製作，可以把當時的內容還原回來。只保留最近幾個。',
    failed: '無法讀取快照清單',
    role: '只有管理員可以檢視和還原快照',
    empty: '還沒有快照',
    empty_says: '還原原廠設定或切換業務模式之前會自動製作快照，並顯示在這裡。',
    name: '名稱',
    time: '製作時間',
    size: '大小',
    why: '製作原因',
    reasons: {
      restore: '還原原廠設定之前',
      bring_back: '還原快照之前',
      business_mode: '切換業務模式之前',
      update: '更新軟體之前',
      cameras: '批次操作攝影機之前',
      import: '匯入設定之前',
    },
    act: '還原',
    act_named: (name: string) => `還原快照 ${name}`,
    dialog: '要還原這個快照嗎？',
    says_mode: '攝影機、場景、參數和業務模式回到快照製作時的樣子，停車事件維持不變。裝置會重新啟動。',
    says: '裝置會回到快照製作時的內容，並重新啟動。',
    first: '現在的內容會先製作成另一個快照，不會遺失。',
    session: '使用者和密碼也回到當時的狀態，需要重新登入。網路設定和存取白名單維持不變。',
    go: '還原快照',
    failed_go: '快照還原失敗',
  },
} satisfies Translation<typeof zh>

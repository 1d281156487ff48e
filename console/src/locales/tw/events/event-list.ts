/** The event list: columns, pictures, actions on the selection, and export. */
export default {
  view: '顯示方式',
  view_table: '表格',
  view_wall: '圖片牆',
  columns: '顯示欄位',
  columns_say: '時間和車牌一律顯示。',
  columns_reset: '還原預設欄位',
  choose_page: '選取本頁',

  plate_similar: '形近字也算',
  plate_read: (plate: string) => `辨識為 ${plate}`,
  stay_open: '停放中',
  to_check: '待查核',
  corrected: '已更正',
  media_gone: '圖片已清理',
  no_picture: '沒有圖片',

  total: (n: number) => `共 ${n.toLocaleString('en')} 筆`,
  first_page: '最新一頁',
  last_page: '最早一頁',

  choose_matching: (n: number) => `選取符合條件的 ${n.toLocaleString('en')} 筆`,
  choose_newest: (n: number) => `選取最新的 ${n.toLocaleString('en')} 筆`,
  working: { choose: '正在選取', delete: '正在刪除', resend: '正在重新傳送' },
  worked: (done: number, total: number) => `${done.toLocaleString('en')} / ${total.toLocaleString('en')}`,
  stop: '停止',
  stopped: (done: number, total: number) =>
    `已停止：完成 ${done.toLocaleString('en')} 筆，其餘 ${(total - done).toLocaleString('en')} 筆未處理，仍為選取`,

  delete_role: '只有管理員可以刪除事件',
  resend: '重新傳送',
  resend_ask: (n: number) => `重新傳送 ${n.toLocaleString('en')} 筆事件？`,
  resend_effect: '這些事件會回到傳送佇列。平台已收到的也會再傳送一次，平台依事件編號辨識重複。',
  resend_discarded: (n: number) => `其中 ${n.toLocaleString('en')} 筆已被捨棄或作廢，不能再傳送。`,
  resent: (n: number, left: number) =>
    left === 0
      ? `${n.toLocaleString('en')} 筆事件已回到傳送佇列`
      : `${n.toLocaleString('en')} 筆事件已回到傳送佇列，${left.toLocaleString('en')} 筆不能傳送或已在佇列中`,

  export: '匯出',
  export_role: '目前帳號只能檢視，不能匯出',
  export_nothing: '沒有可以匯出的事件',
  export_title: '匯出事件',
  export_chosen: (n: number) => `已選的 ${n.toLocaleString('en')} 筆事件`,
  export_filtered: (total: string) => `符合目前條件的事件，${total}`,
  export_format: '格式',
  export_csv: '表格（CSV）',
  export_csv_says: (most: number) => `用試算表開啟，最多 ${most.toLocaleString('en')} 筆。`,
  export_zip: '表格和圖片（ZIP）',
  export_zip_says: (most: number) =>
    `含圖片、影片和一份寫有每個檔案雜湊值的清單，最多 ${most.toLocaleString('en')} 筆。`,
  export_run: '開始匯出',
  export_running: '正在準備…',
  export_ready: (n: number) => `${n.toLocaleString('en')} 筆事件正由瀏覽器下載。`,
  export_files: (n: number, size: string) => `含 ${n.toLocaleString('en')} 個圖片和影片檔案，約 ${size}。`,
  export_again: '沒有開始下載？點這裡',
  export_keep: '下載中斷時可在十分鐘內用同一連結重新下載，裝置上的事件不受影響。',
  export_too_many: (n: number, most: number) =>
    `共有 ${n.toLocaleString('en')} 筆事件，一次最多匯出 ${most.toLocaleString('en')} 筆。請縮小時間範圍後分幾次匯出。`,
  export_too_large: (size: string) => `圖片和影片共約 ${size}，一個 ZIP 放不下。請縮小時間範圍後分幾次匯出。`,
  cancel: '取消',
  close: '關閉',
  kept_plate: '目前車牌',
  read_plate: '辨識的車牌',
  picture_count: '圖片數',
}

import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/params/alg.ts'

export default {
  more: '調高',
  less: '調低',
  range: (safe, whole, unit) => `建議 ${safe}${unit ? ` ${unit}` : ''}，可填 ${whole}`,
  unusual: (safe, unit) => `超出建議範圍 ${safe}${unit ? ` ${unit}` : ''}，可以儲存，但請確認現場效果`,
  slider: (label: string) => `拖曳調整：${label}`,
  index: '演算法參數的分組',
  changed_here: ' 項變更',
  advanced: (n: number) => `進階 ${n} 項`,
  all_factory: '，皆為原廠值',
  find: '尋找參數',
  find_clear: '顯示全部參數',
  found: (n: number) => `找到 ${n} 個參數`,
  none_found: (text: string) => `沒有與「${text}」有關的參數`,
  groups: {
    tracking: { title: '追蹤與佔位', hint: '如何判斷畫面中的車停進了車格' },
    plate: { title: '車牌辨識', hint: '什麼樣的辨識結果可以直接採用' },
    events: { title: '事件', hint: '什麼樣的變化算作一次事件' },
    timer: { title: '定時擷圖', hint: '車輛停放期間，隔多久留一張圖片' },
    charge: { title: '上傳', hint: '事件何時送往平台' },
    motor: { title: '機車', hint: '是否偵測機車，以及怎樣算有效停放' },
    diagnosis: { title: '診斷', hint: '供現場排查問題使用' },
  },
  fields: {
    track_seconds: {
      label: '追蹤時間',
      means: '車格出現變化後，至少連續觀察這麼久再下結論，期間每兩秒看一次。',
      more: '路過、臨停造成的誤報較少，但事件回報較晚。',
      less: '回報較快，但路過的車可能被當成停車。',
    },
    track_step: {
      label: '追蹤間隔（影格）',
      means: '畫面以每秒一格計，每隔這麼多格分析一格：5 就是每 5 秒看一次。',
      more: '處理器較省力、發熱較少，但快速進出可能漏掉。',
      less: '追蹤較細，但負載升高，攝影機多時可能跟不上。',
    },
    track_th: {
      label: '追蹤門檻',
      means: '前後兩次觀察中車輛的外框重疊多少，才算停著不動；低於它視為正在移動，不作為依據。',
      more: '較嚴格：外框稍有抖動就視為移動，判斷會變慢。',
      less: '較寬鬆：緩慢駛過的車可能被當成停住。',
    },
    cover_th: {
      label: '佔位門檻',
      means: '車輛著地的部分有多少在車格裡，才算佔用該車格。',
      more: '壓線、斜停的車可能被當成沒有停入。',
      less: '相鄰車格的車越線時，可能被誤判為佔用。',
    },
    sim_th: {
      label: '相似度門檻',
      means:
        '兩次觀察中都看得見的部分，明暗與顏色有多像才認為車沒有換過：0.7 是至多一成的部分不同；車牌明確不同時一律算換車。',
      more: '光線變化時，同一輛車可能被當成換了車。',
      less: '外觀接近的車換位後，可能不會產生出場與進場。',
    },
    plate_type: { label: '車牌類型', means: '依哪種號牌規則辨識與檢查車牌。' },
    auto_plate_th: {
      label: '車牌自動採用門檻',
      means:
        '多次辨識合計後，整面車牌的信心度達到多少就直接採用；未達到時先等更清楚的畫面，再不行就不帶車牌回報，由人查核。',
      more: '錯牌較少，但更多車牌要等補充畫面或人工查核。',
      less: '結果較快，但認錯的車牌會傳給平台。',
    },
    auto_plate_ch_th: {
      label: '單字自動採用門檻',
      means: '車牌中信心度最低的那個字，也要達到多少才直接採用。',
      more: '髒污、反光的車牌更常留給人工查核。',
      less: '形近字（0 與 D、8 與 B）更容易認錯。',
    },
    event_th: {
      label: '事件門檻',
      means: '事件的信心度低於這個值就不回報，但會繼續觀察，足夠了再回報。',
      more: '誤報較少，但夜間、雨天可能漏掉真實事件。',
      less: '漏報較少，但需要查核的可疑事件較多。',
    },
    auto_event_th: {
      label: '事件自動確認門檻',
      means: '事件的信心度達到多少，就不需要人工確認；只憑外觀判斷的換車不會達到。不能低於事件門檻。',
      more: '更多事件等待人工確認。',
      less: '更多事件直接確認，錯誤也更難發現。',
    },
    merge_seconds: {
      label: '合併時間',
      means: '車格空出的時間短於這麼久，就當成沒有離開過；換了另一輛車除外。',
      more: '反覆挪車只算一次，但出場回報較晚，離開不久又回來的會連成一次停車。',
      less: '每次變化都單獨回報，挪車時會產生多筆事件。',
    },
    timer_mode: {
      label: '擷圖方式',
      means:
        '車輛停放期間是否再留圖片。擷圖越多，停放過程的證據越完整，佔用的空間和流量也越多；只憑進場和出場取證時選「關閉」。',
    },
    timer_seconds: {
      label: '擷圖間隔',
      means: '兩次擷圖之間相隔的時間，必須大於合併時間。',
      more: '佔用的空間與流量較少，但證據間隔較大。',
      less: '證據較密，但空間與流量消耗較快。',
    },
    charge_mode: {
      label: '上傳方式',
      means:
        '事件何時送往平台。「即時」送出最快，辨識錯誤也會直接送出；「延遲」每筆先由人查核，沒有人查核就不會送出；「無人查核」不需要查核，信心度不足的不送出。',
    },
    auto_upload_th: {
      label: '自動上傳門檻',
      means: '事件的信心度達到多少才自動上傳，達不到的記為「已略過」。不能低於事件門檻。',
      more: '送到平台的事件較可靠，但略過的較多。',
      less: '略過的較少，但平台會收到更多可疑事件。',
    },
    motor_det: {
      label: '偵測機車',
      means: '在汽車車格裡也偵測機車；機車車格一律偵測。關閉時，下方的機車設定不起作用，但會保留。',
    },
    motor_mode: {
      label: '機車有效條件',
      means: '「不限」將所有機車計入；「車牌合規」只計入能讀出合規車牌的機車。',
    },
    motor_min_seconds: {
      label: '機車最短停放',
      means: '機車停放至少這麼久才算一次停放。',
      more: '臨時停靠不會計入，但真實的短停也會漏掉。',
      less: '短停也會計入，臨時停靠造成的事件較多。',
    },
    debug_mode: {
      label: '偵錯模式',
      means: '開啟：分析程式輸出詳細過程，紀錄會明顯變大，排查結束後請關閉。關閉：只記錄變化和錯誤。',
    },
  },
  timer_modes: {
    off: '停放期間不擷圖',
    timed: '每個有車的車格依固定間隔擷圖',
    smart: '只在車格的狀態有變化時擷圖，最短間隔如下',
    timed_resign: '依間隔補報一次，證明車輛仍在車格',
    area: '依場景擷圖，一張圖片包含其中所有車格',
    camera: '依攝影機擷圖，一張圖片包含整個畫面',
  },
  charge_modes: {
    real_time: '事件確認後立即上傳',
    delayed: '先在本裝置等待查核，再上傳',
    unattended: '無人查核，只上傳達到自動上傳門檻的事件',
  },
  plate_types: { mainland: '例如 粵B·12345、粵B·D12345（新能源）', taiwan: '例如 ABC-1234、1234-AB' },
} satisfies Translation<typeof zh>

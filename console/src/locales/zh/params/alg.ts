/** The algorithm tab: the meaning of each field, and the effect of larger and smaller values. */
export default {
  more: '调高',
  less: '调低',
  range: (safe: string, whole: string, unit: string) =>
    `建议 ${safe}${unit ? ` ${unit}` : ''}，可填 ${whole}`,
  unusual: (safe: string, unit: string) =>
    `超出建议范围 ${safe}${unit ? ` ${unit}` : ''}，可以保存，但请确认现场效果`,
  slider: (label: string) => `拖动调整：${label}`,
  index: '算法参数的分组',
  changed_here: ' 项修改',
  advanced: (n: number) => `高级 ${n} 项`,
  all_factory: '，均为出厂值',
  find: '查找参数',
  find_clear: '显示全部参数',
  found: (n: number) => `找到 ${n} 个参数`,
  none_found: (text: string) => `没有与“${text}”有关的参数`,
  groups: {
    tracking: { title: '跟踪与占位', hint: '怎样判断画面里的车停进了泊位' },
    plate: { title: '车牌识别', hint: '怎样的识别结果可以直接采用' },
    events: { title: '事件', hint: '怎样的变化算作一次事件' },
    timer: { title: '定时抓拍', hint: '车辆停着的时候，隔多久留一张图片' },
    charge: { title: '上传', hint: '事件何时送往平台' },
    motor: { title: '摩托车', hint: '是否检测摩托车，以及怎样算有效停放' },
    diagnosis: { title: '诊断', hint: '供现场排查问题使用' },
  },
  fields: {
    track_seconds: {
      label: '跟踪时长',
      means: '泊位出现变化后，至少连续观察这么久再下结论，期间每两秒看一次。',
      more: '路过、临停造成的误报更少，但事件上报更晚。',
      less: '上报更快，但路过的车可能被当作停车。',
    },
    track_step: {
      label: '跟踪间隔（帧）',
      means: '画面按每秒一帧计，每隔这么多帧分析一帧：5 就是每 5 秒看一次。',
      more: '处理器更省力、发热更少，但快速进出可能漏掉。',
      less: '跟踪更细，但负载升高，摄像机多时可能跟不上。',
    },
    track_th: {
      label: '跟踪阈值',
      means: '前后两次观察里车辆的边框重叠多少，才算停着不动；低于它视为正在移动，不作为依据。',
      more: '更严格：边框稍有抖动就视为移动，判断会变慢。',
      less: '更宽松：缓慢驶过的车可能被当成停住。',
    },
    cover_th: {
      label: '占位阈值',
      means: '车辆着地的部分有多少在泊位里，才算占用该泊位。',
      more: '压线、斜停的车可能被当作没有停入。',
      less: '相邻泊位的车越线时，可能被误判为占用。',
    },
    sim_th: {
      label: '相似度阈值',
      means:
        '两次观察中都看得见的部分，明暗和颜色有多像才认为车没有换过：0.7 是至多一成的部分不同；车牌明确不同时总是算换车。',
      more: '光线变化时，同一辆车可能被当作换了车。',
      less: '外观接近的车换位后，可能不会产生出场和入场。',
    },
    plate_type: { label: '车牌类型', means: '按哪种号牌规则识别和校验车牌。' },
    auto_plate_th: {
      label: '车牌自动采用阈值',
      means:
        '多次识别合计后，整个车牌的置信度达到多少就直接采用；达不到时先等更清楚的画面，再不行就不带车牌上报，由人核查。',
      more: '错牌更少，但更多车牌要等补充画面或人工核查。',
      less: '出结果更快，但认错的车牌会发给平台。',
    },
    auto_plate_ch_th: {
      label: '单字自动采用阈值',
      means: '车牌中置信度最低的那个字，也要达到多少才直接采用。',
      more: '污损、反光的车牌更常留给人工核查。',
      less: '形近字（0 与 D、8 与 B）更容易认错。',
    },
    event_th: {
      label: '事件阈值',
      means: '事件的置信度低于这个值就不上报，但会继续观察，够了再上报。',
      more: '误报更少，但夜间、雨天可能漏掉真实事件。',
      less: '漏报更少，但需要核查的可疑事件更多。',
    },
    auto_event_th: {
      label: '事件自动确认阈值',
      means: '事件的置信度达到多少，就不需要人工确认；只凭外观判断的换车不会达到。不能低于事件阈值。',
      more: '更多事件等待人工确认。',
      less: '更多事件直接确认，错误也更难发现。',
    },
    merge_seconds: {
      label: '合并时长',
      means: '泊位空出的时间短于这么久，就当作没有离开过；换了另一辆车除外。',
      more: '反复挪车只算一次，但出场上报更晚，离开不久又回来的会连成一次停车。',
      less: '每次变化都单独上报，挪车时会产生多条事件。',
    },
    timer_mode: {
      label: '抓拍方式',
      means:
        '车辆停放期间是否再留图片。抓拍越多，停放过程的证据越完整，占用的空间和流量也越多；只凭入场和出场取证时选“关闭”。',
    },
    timer_seconds: {
      label: '抓拍间隔',
      means: '两次抓拍之间相隔的时间，必须大于合并时长。',
      more: '占用的空间和流量更少，但证据间隔更大。',
      less: '证据更密，但空间和流量消耗更快。',
    },
    charge_mode: {
      label: '上传方式',
      means:
        '事件何时送往平台。“实时”送出最快，识别错误也会直接送出；“延迟”每条先由人核查，没有人核查就不会送出；“无人值守”不需要核查，置信度不足的不送出。',
    },
    auto_upload_th: {
      label: '自动上传阈值',
      means: '事件的置信度达到多少才自动上传，达不到的记为“已跳过”。不能低于事件阈值。',
      more: '送到平台的事件更可靠，但跳过的更多。',
      less: '跳过的更少，但平台会收到更多可疑事件。',
    },
    motor_det: {
      label: '检测摩托车',
      means: '在汽车泊位里也检测摩托车；摩托车泊位总是检测。关闭时，下面的摩托车设置不起作用，但会保留。',
    },
    motor_mode: {
      label: '摩托车有效条件',
      means: '“不限”对所有摩托车计入；“车牌合规”只计入能读出合规车牌的摩托车。',
    },
    motor_min_seconds: {
      label: '摩托车最短停放',
      means: '摩托车停放至少这么久才算一次停放。',
      more: '临时停靠不会计入，但真实的短停也会漏掉。',
      less: '短停也会计入，临时停靠造成的事件更多。',
    },
    debug_mode: {
      label: '调试模式',
      means: '开启：分析程序输出详细过程，日志会明显变大，排查结束后请关闭。关闭：只记录变化和错误。',
    },
  },
  timer_modes: {
    off: '停放期间不抓拍',
    timed: '每个有车的泊位按固定间隔抓拍',
    smart: '只在泊位的状态有变化时抓拍，最短间隔如下',
    timed_resign: '按间隔补报一次，证明车辆仍在泊位',
    area: '按场景抓拍，一张图片包含其中所有泊位',
    camera: '按摄像机抓拍，一张图片包含整个画面',
  },
  charge_modes: {
    real_time: '事件确认后立即上传',
    delayed: '先在本设备等待核查，再上传',
    unattended: '无人核查，只上传达到自动上传阈值的事件',
  },
  plate_types: { mainland: '例如 粤B·12345、粤B·D12345（新能源）', taiwan: '例如 ABC-1234、1234-AB' },
}

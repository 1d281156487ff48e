/** What each attribute of a scene and a lot changes. Only the scene editor loads it. */
import type { lot, scene } from '@parking/contract/camera/scene.ts'

export default {
  parking_no:
    '物联网平台上的停车场编号，随每条事件上报。与平台不一致时，事件会记到别的停车场，或被平台拒收。',
  scene_type:
    '告诉分析程序这里停什么：停车为收费泊位；违停为禁停区域；摩托车为摩托车格；视频桩为低位摄像机，只看一两个泊位。选错会漏报或误报。',
  enabled: '开启：分析这个场景并上报事件。关闭：不再产生事件，泊位和参考画面仍然保留。',
  direction:
    '车流在画面里的去向：上为驶离镜头，下为驶向镜头，中间为双向或不确定。分析程序据此区分驶入、驶离和路过；选错时误报增多。',
  lot_no:
    '随每条事件上报，并写在图片上；在整台设备上不能重复，须与平台登记的泊位一致。改号后，旧事件保留旧编号。',
  lot_type:
    '泊位与路沿的关系：平行为顺着路沿，垂直为车头朝路沿。分析程序据此估计车身的范围；不确定时选“无”。',
  lot_posture:
    '车的哪一端对着镜头，也就是能看到前牌还是后牌。限定后误读更少，但反向停放的车可能漏读；不确定时选“不限”。',
  motor_num:
    '汽车泊位填 1。大于 1 的泊位按摩托车分析：平分成这么多格，一格一辆，最多 32。调高：并排的车分别计数；调低：超出的车不计入。',
  difficult:
    '这个泊位识别的难易：距离远、被树遮挡、逆光时选“高”。难度高时分析程序更谨慎，误报更少，但确认更慢；多数泊位用“低”。',
} satisfies Record<SceneField | LotField, string>

type SceneField = Extract<
  keyof (typeof scene)['shape'],
  'scene_type' | 'enabled' | 'parking_no' | 'direction'
>
type LotField = Exclude<keyof (typeof lot)['shape'], 'polygon'>

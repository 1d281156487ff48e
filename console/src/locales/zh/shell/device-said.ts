/** The sentences that the device writes in English where a peer's words may stand as well. */
import type { DeviceSentence } from '@parking/contract/core/device-sentences.ts'
import { storage_reasons, storage_steps } from '../params/storage-reasons.ts'

type Facts = Readonly<Record<string, string>>

export default {
  sentences: {
    address_not_url: () => '地址不是有效的网址',
    address_forbidden: () => '设备不允许访问此地址',
    name_forbidden: (f: Facts) => `设备不允许访问 ${f['name']}`,
    no_answer_in_time: () => '在时限内没有应答',
    no_connection_in_time: () => '在时限内没有连接上',
    given_up: () => '请求已中止',
    answer_too_large: () => '应答内容过大',
    answer_unreadable: (f: Facts) => `应答无法读取，开头的字节为 ${f['bytes']}`,
    nothing_listens: () => '地址可达，但该端口没有服务',
    no_route: () => '没有到达此地址的路由，或域名无法解析',
    tls_not_good: (f: Facts) => `证书或加密连接有问题（${f['code']}）`,
    connection_broke: (f: Facts) => `连接中断（${f['code'] === 'no answer' ? '没有应答' : f['code']}）`,
    request_not_made: () => '请求未能发出',
    sign_in_without_token: () => '登录平台时，平台没有给出令牌',
    sign_in_said: (f: Facts) => `登录平台：${f['said']}`,
    device_init_said: (f: Facts) => `设备注册：${f['said']}`,
    settings_changed: () => '设置在此期间已更改',
    picture_missing: () => '这条事件的图片在设备上已不存在',
    file_missing: (f: Facts) => `这条事件的文件在设备上已不存在（${f['kind']} ${f['n']}）`,
    app_ended_with_status: (f: Facts) => `程序退出，状态码 ${f['status']}`,
    app_ended_by_signal: (f: Facts) => `程序被信号 ${f['signal']} 终止`,
    app_program_missing: () => '找不到程序文件',
    app_manager_silent: () => 'systemd 没有应答',
    unseen_no_address: () => '摄像机既没有抓拍地址，也没有视频流地址',
    unseen_certificate: () => '摄像机的证书未被接受：请在摄像机设置的“服务器证书”中核对',
    unseen_no_scheme: () => '摄像机要求的认证方式不受支持',
    unseen_sign_in: () => '摄像机不接受用户名或密码',
    unseen_status: (f: Facts) => `摄像机返回 HTTP ${f['status']}`,
    unseen_too_large: () => '图片过大',
    unseen_in_time: () => '摄像机没有在时限内给出画面',
    unseen_unreachable: () => '摄像机的地址连不上',
    unseen_nothing_listens: () => '摄像机的地址没有服务在监听',
    unseen_cut: () => '摄像机没有答完就断开了连接',
    unseen_no_ffmpeg: () => 'ffmpeg 无法启动',
    unseen_no_key_frame: () => '视频流里没有关键帧',
    unseen_elsewhere: () => '摄像机把视频流转到另一个地址，设备不跟随',
    unseen_only_udp: () => '摄像机只用 UDP 发送这个视频流，设备只接收 TCP',
    unseen_stream: () => '视频流打不开，或已经中断',
  } satisfies Record<DeviceSentence, (facts: Facts) => string>,
  /** A failed upload, with what the storage wrote. */
  storage: (step: string, reason: string, said: string) =>
    `${step}：${reason}${said === '' ? '' : `（${said}）`}`,
  storage_steps,
  storage_reasons,
}

/** The steps of a storage, and why one failed: for its test and for the records of events. */
export const storage_steps = {
  name: '解析域名',
  connect: '建立连接',
  tls: '验证加密',
  signin: '登录',
  bucket: '查找存储位置',
  write: '写入',
  read: '读回',
  compare: '比对',
  remove: '删除',
}

export const storage_reasons = {
  forbidden: '设备不允许访问这个地址',
  name_unknown: '这个域名不存在，或 DNS 无法解析',
  unreachable: '没有到达这个地址的路由',
  refused: '地址可达，但该端口没有服务',
  timeout: '等待超时，对方没有回应',
  cut: '连接中途被对方断开',
  tls: '无法建立加密连接',
  certificate: '对方的证书不可信，或与域名不符',
  signin: '用户名或密码不正确',
  clock: '设备时钟与存储服务器相差太多，登录被拒绝',
  bucket: '存储桶或文件夹不存在',
  region: '存储桶不在这个地域',
  denied: '账号没有所需的权限',
  full: '存储空间已满、超出配额，或文件超过对方允许的大小',
  busy: '存储服务器繁忙，暂时不可用',
  not_storage: '对方的回应不是这种存储的回应',
  changed: '读回的内容与写入的不同',
  file: '设备磁盘上的文件无法读取',
  other: '存储服务器拒绝了请求',
}

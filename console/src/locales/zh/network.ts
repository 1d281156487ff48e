/** Words of the network page: IPv4, DNS, VPN and the trial. */
export default {
  title: '网络设置',
}

/** Words of the operation page: reboot, restore, snapshots. */
export default {
  title: '重启与恢复',
}

/** Words of the operation page: reboot, restore, snapshots. */
export default {
  title: '重新啟動與還原',
}

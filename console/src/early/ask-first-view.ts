/**
 * Asks for what the first view needs while the other scripts are still on their way: on a slow link each call
 * would cost a round after they have run. Imported first (app/main.tsx), for its effect.
 */
import { readCookie } from '../lib/cookie.ts'
import { early_picture_px, inSize } from '../lib/picture-size.ts'
import { planned_restart_key } from '../lib/planned-restart-key.ts'
import { askEarly, type HttpAnswer } from './early-calls.ts'

/** The picture of the first camera, in the size that wall/early-street.ts shows. */
async function askPicture(wall: Promise<HttpAnswer>): Promise<void> {
  const { data } = JSON.parse((await wall).text) as { data?: { cameras?: { picture?: string }[] } }
  const picture = data?.cameras?.[0]?.picture
  if (picture) new Image().src = inSize(picture, early_picture_px)
}

const token = readCookie('Admin-Token')
// During a planned restart no call is made before the device is back (spec §2).
const restarting = sessionStorage.getItem(planned_restart_key) !== null
if (token && !restarting && location.pathname !== '/login') {
  void askEarly(token, '/api/device/get_basic_info')
  void askEarly(token, '/vue-element-admin/user/info')
  if (/^\/(dashboard)?$/.test(location.pathname) && location.search === '' && !document.hidden) {
    void askPicture(askEarly(token, '/api/camera/camera_wall')).catch(() => undefined)
    void askEarly(token, '/api/camera/get_scenes')
    void askEarly(token, '/api/parking/parking_event', { page: 1, page_size: 20 })
    void askEarly(token, '/api/system/box_health')
  }
}

/** A page of another user, who is created with the role as name and chooses a password of their own. */
import type { Browser, Page } from '@playwright/test'
import type { Role } from '@parking/contract'
import type { Language } from '@parking/contract/core/language.ts'
import type { Device } from './device.ts'
import { postTo } from './post.ts'

const own_password = 'Lamp-post-77'

/** Throws if the user cannot be created, for example because the name is taken. */
export async function signInAs(
  browser: Browser,
  device: Device,
  role: Role,
  language: Language,
): Promise<Page> {
  const { one_time_password: password } = await device.call('/api/user/add_user', {
    username: role,
    name: '',
    role,
  })
  const post = postTo(device.address)
  const tokenOf = (answer: unknown) => (answer as { data: { token: string } }).data.token
  const first = tokenOf(await post('/api/user/login', { username: role, password }, {}))
  const token = tokenOf(
    await post(
      '/api/user/change_password',
      { old_password: password, new_password: own_password },
      { authorization: `Bearer ${first}` },
    ),
  )
  const context = await browser.newContext({ baseURL: device.address })
  await context.addCookies(
    Object.entries({ language, 'Admin-Token': token }).map(([name, value]) => ({
      name,
      value,
      url: device.address,
    })),
  )
  return context.newPage()
}

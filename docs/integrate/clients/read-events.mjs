// Prints events as lines of JSON, oldest first: node read-events.mjs URL USER, with the password in PASSWORD.
// For a certificate that is not of a public authority: NODE_EXTRA_CA_CERTS=ca.pem node read-events.mjs ...
const [, , address = '', username] = process.argv
const url = address.replace(/\/$/, '')
let token = ''
// The cookie belongs to the token: over HTTPS the device asks for both.
let cookie = ''

async function post(path, body) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const given = response.headers.getSetCookie().map((one) => one.split(';')[0])
  if (given.length > 0) cookie = given.join('; ')
  return response.json()
}

async function signIn() {
  token = cookie = ''
  const { code, message, data } = await post('/api/user/login', { username, password: process.env.PASSWORD })
  if (code !== 0) throw new Error(`${code} ${message} ${JSON.stringify(data)}`)
  token = data.token
}

async function call(path, body) {
  let answer = await post(path, body)
  if (answer.code === 4000) {
    // The session has ended.
    await signIn()
    answer = await post(path, body)
  }
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
  return answer.data
}

await signIn()
// The oldest page; `previous` leads to newer ones. The newest page is always full: it repeats some events.
for (let cursor = 'last', printed = []; cursor;) {
  const page = await call('/api/parking/parking_event', { page: 1, page_size: 100, cursor })
  for (const event of page.list.toReversed())
    if (!printed.includes(event.uuid)) console.log(JSON.stringify(event))
  printed = page.list.map(({ uuid }) => uuid)
  cursor = page.previous
}
await call('/api/user/logout', {})

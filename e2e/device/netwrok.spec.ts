/**
 * The network (spec §2, §3, §8; notes NT1 to NT3): a change is looked over, tried, and kept only from where it leads; whatever else happens it
 * goes back, and the page says why. The box is really served at its simulated address, and really leaves it. Long because each way that a
 * trial can end is a story of its own.
 */
import { startVpnRegistrar, type VpnRegistrar } from '../../sim/src/peers/vpn-registrar.ts'
import { asRole } from '../support/as-role.ts'
import { another, begin, field, fileOf, file_lines, haveAccount, importPart, openAtBox, outcome, pick, statePart, trialOf } from '../support/network-page.ts'
import { expect, heading, password, test, username } from '../fixtures.ts'

/** Long enough to sign in at another address, short enough to be waited for. */
const trial_s = 15
const over_ms = (trial_s + 15) * 1_000

test.use({ stage: { name: 'device-netwrok', on_street: 0, env: { PARKING_TRIAL_S: String(trial_s) } } })
test.describe.configure({ timeout: 90_000 })

let registrar: VpnRegistrar
test.beforeAll(async () => void (registrar = await startVpnRegistrar()))
test.afterAll(() => registrar.stop())

test.beforeEach(async ({ allow, device }) => {
  // What a test before this one left on trial is no concern of this one.
  if ((await device.call('/api/device/get_trial', {})).state === 'running') await device.call('/api/device/cancel_trial', {})
  allow(/another origin: http:\/\/127\.77\./, 'the box is at an address of its own, and its page asks whether the old and the new one answer')
  if ((await device.call('/api/device/get_vpn_info', {})).registered) await device.call('/api/device/cancel_vpn', {})
  Object.assign(device.machine.vpn, { server: 'up', installed: true })
  Object.assign(registrar, { mood: 'accept' })
  allow(/ERR_CONNECTION_|ERR_ADDRESS_|ERR_NETWORK_|ERR_EMPTY_RESPONSE/, 'an address that is tried or left does not answer')
})

for (const language of ['zh', 'tw'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('what is wrong is said at its field, a prefix becomes a mask, and the three are judged together', async ({ page, device, words }) => {
      const [text, { issues }] = [words.network, words.errors]
      await page.goto('/device/netwrok')
      await expect(heading(page, words.shell.routes.device_network)).toBeVisible()
      const [ipv4, netmask, gateway] = [field(page, text.ipv4), field(page, text.netmask), field(page, text.gateway)]
      await expect(ipv4).toHaveValue(device.machine.network.now.ipv4)
      await ipv4.fill('192.168.1.300')
      await ipv4.blur()
      await expect(page.getByText(issues.ipv4)).toBeVisible()
      await ipv4.fill('192.168.1.20/22')
      await ipv4.blur()
      await expect(ipv4).toHaveValue('192.168.1.20')
      await expect(netmask).toHaveValue('255.255.252.0')
      await expect(page.getByText(text.prefix(22, '1,022'))).toBeVisible()
      await netmask.fill('/24')
      await netmask.blur()
      await expect(netmask).toHaveValue('255.255.255.0')
      const review = page.getByRole('button', { name: text.review }).first()
      await review.click()
      await expect(page.getByText(issues.gateway_outside)).toBeVisible()
      await expect(gateway).toBeFocused()
      for (const [value, sentence] of [['192.168.1.0', issues.address_of_network], ['192.168.1.255', issues.address_of_broadcast]] as const) {
        await ipv4.fill(value)
        await ipv4.blur()
        await expect(page.getByText(sentence)).toBeVisible()
      }
      await ipv4.fill('192.168.1.20')
      await gateway.fill('192.168.1.20')
      await gateway.blur()
      await expect(page.getByText(issues.gateway_is_address)).toBeVisible()
      await netmask.fill('255.0.255.0')
      await netmask.blur()
      await expect(page.getByText(issues.netmask)).toBeVisible()
      await page.getByRole('button', { name: text.undo }).click()
      await expect(ipv4).toHaveValue(device.machine.network.now.ipv4)
    })

    test('the review shows old and new, what was checked and what will happen; an address in use is refused at its field', async ({ page, device, words }) => {
      const text = words.network
      const [now, taken] = [device.machine.network.now.ipv4, another(device)]
      device.machine.network.neighbours.add(taken)
      await page.goto('/device/netwrok')
      await field(page, text.ipv4).fill(taken)
      await page.getByRole('button', { name: text.review }).first().click()
      const dialog = page.getByRole('dialog', { name: text.dialog.ipv4 })
      await expect(dialog.getByRole('row', { name: text.ipv4 })).toContainText(`${now}${taken}${text.mark_changed}`)
      await expect(dialog.getByRole('row', { name: text.gateway })).not.toContainText(text.mark_changed)
      await expect(dialog.getByText(text.check.gateway)).toBeVisible()
      await expect(dialog.getByText(text.check.in_use)).toBeVisible()
      await expect(dialog.getByText(text.happens.ipv4(60).split('\n')[2]!)).toBeVisible()
      await dialog.getByRole('button', { name: text.start_trial }).click()
      await expect(page.getByText(words.errors.issues.address_in_use, { exact: true })).toBeVisible()
      await expect(field(page, text.ipv4)).toHaveValue(taken)
      device.machine.network.neighbours.delete(taken)
      expect(device.machine.network.now.ipv4).toBe(now)
    })

    test('silence: the page goes on counting without the device, finds it at its old address again, and says why', async ({ page, context, device, words }) => {
      const text = words.network
      const old_url = device.machine.network.url
      await openAtBox(page, context, device, language)
      await begin(page, words, another(device))
      const trial = trialOf(page, words)
      const places = trial.getByRole('listitem')
      await expect(trial.getByText(text.phase.moved)).toBeVisible()
      await expect(places.filter({ hasText: text.old_address }).getByText(text.reach.down)).toBeVisible()
      await expect(places.filter({ hasText: text.new_address }).getByText(text.reach.up)).toBeVisible()
      await expect(trial.getByRole('timer')).toContainText(/\d/)
      await expect(outcome(page, words, 'silence')).toContainText(text.rolled_back_says.silence, { timeout: over_ms })
      await expect(outcome(page, words, 'silence')).toContainText(text.still)
      await expect(field(page, text.ipv4)).toBeVisible()
      expect(device.machine.network.url).toBe(old_url)
      await page.getByRole('button', { name: text.dismiss }).click()
      await page.reload()
      await expect(field(page, text.ipv4)).toBeVisible()
      await expect(page.getByRole('heading', { name: text.rolled_back.silence })).toBeHidden()
    })

    test('it is kept at the new address, after signing in there; the token never crosses the wire but to be used', async ({ page, context, device, words }) => {
      const text = words.network
      const target = another(device)
      const asked: string[] = []
      context.on('request', (request) => void asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
      await context.addCookies([{ name: 'language', value: language, url: `http://${target}` }])
      await openAtBox(page, context, device, language)
      await begin(page, words, target)
      const link = trialOf(page, words).getByRole('link', { name: text.open_new })
      await expect(link).toHaveAttribute('data-kind', 'main') // it is pushed forward once the new address answers
      const token = new URL((await link.getAttribute('href')) ?? '').hash.replace('#confirm=', '')
      expect(token.length).toBeGreaterThan(20)
      const [there] = await Promise.all([context.waitForEvent('page'), link.click()])
      await expect(heading(there, words.login.title)).toBeVisible()
      expect(there.url()).not.toContain(token)
      await expect(there.getByText(words.login.on_trial)).toBeVisible()
      await there.getByRole('textbox', { name: words.login.username }).fill(username)
      await there.locator('#password').fill(password)
      await there.getByRole('button', { name: words.login.submit, exact: true }).click()
      const trial = trialOf(there, words)
      await expect(trial.getByText(text.phase.keep)).toBeVisible()
      expect(there.url()).toBe(`http://${target}:${new URL(device.address).port}/device/netwrok`)
      await trial.getByRole('button', { name: text.keep, exact: true }).click()
      await expect(there.getByRole('heading', { name: text.kept })).toBeVisible()
      await expect(there.getByText(text.kept_says.ipv4(target))).toBeVisible()
      await expect(field(there, text.ipv4)).toHaveValue(target)
      expect(device.machine.network.now.ipv4).toBe(target)
      expect(await there.evaluate(() => sessionStorage.getItem('network-trial-token'))).toBeNull()
      expect(asked.filter((line) => line.includes(token))).toEqual([])
      // The page that was left behind finds out by itself, too.
      await expect(page.getByText(text.phase.kept_there)).toBeVisible({ timeout: over_ms + 15_000 })
      await expect(page.getByRole('link', { name: text.open_plain })).toHaveAttribute('href', new RegExp(`^http://${target}:\\d+/device/netwrok$`))
    })

    test('taken back at once; every other page has shown the bar, and a reload has lost nothing', async ({ page, device, words }) => {
      const text = words.network
      const before = device.machine.network.now.ipv4
      await page.goto('/device/netwrok')
      await begin(page, words, another(device))
      await page.reload()
      await expect(trialOf(page, words).getByRole('button', { name: text.keep, exact: true })).toHaveAttribute('aria-disabled', 'false')
      await page.getByRole('link', { name: words.shell.routes.device_base }).click()
      const bar = page.getByRole('region', { name: words.shell.trial.running })
      await expect(bar.getByRole('timer')).toContainText(/\d/)
      await bar.getByRole('link', { name: words.shell.trial.go }).click()
      await expect(bar).toBeHidden()
      await trialOf(page, words).getByRole('button', { name: text.take_back }).click()
      await expect(outcome(page, words, 'asked')).toContainText(text.rolled_back_says.asked)
      expect(device.machine.network.now.ipv4).toBe(before)
    })

    test('a server that is killed, and a box that loses its power: each goes back, and each is told as what it was', async ({ page, device, words, allow }) => {
      allow(/HTTP 5\d\d/, 'the server was killed on purpose')
      const before = device.machine.network.now.ipv4
      for (const reason of ['crash', 'power_cut'] as const) {
        await page.goto('/device/netwrok')
        const target = another(device)
        await begin(page, words, target)
        await expect.poll(() => device.machine.network.now.ipv4).toBe(target)
        await device.stop('power cut')
        if (reason === 'power_cut') device.machine.network.reboot()
        await device.start()
        await expect(outcome(page, words, reason)).toContainText(words.network.rolled_back_says[reason], { timeout: over_ms })
        expect(device.machine.network.now.ipv4).toBe(before)
      }
    })

    test('a change that the operating system refuses is told in its own words', async ({ page, device, words }) => {
      device.machine.network.failNext('Error: Device disconnected by user or client.')
      await page.goto('/device/netwrok')
      await begin(page, words, another(device))
      await expect(outcome(page, words, 'not_applied')).toContainText(words.network.rolled_back_says.not_applied)
      await expect(outcome(page, words, 'not_applied')).toContainText('Device disconnected')
    })

    test('name servers are kept right here, the connection has never been at stake', async ({ page, device, words }) => {
      const text = words.network
      const [wanted] = ['127.77.0.53', '127.77.0.54'].filter((address) => address !== device.machine.network.now.dns[0])
      await page.goto('/device/netwrok')
      await field(page, text.dns_main).fill('nonsense')
      await field(page, text.dns_main).blur()
      await expect(page.getByText(words.errors.issues.ipv4)).toBeVisible()
      await field(page, text.dns_main).fill(wanted!)
      await page.getByRole('button', { name: text.review }).last().click()
      const dialog = page.getByRole('dialog', { name: text.dialog.dns })
      await expect(dialog.getByRole('row', { name: text.dns_main })).toContainText(wanted!)
      await dialog.getByRole('button', { name: text.start_trial }).click()
      const trial = trialOf(page, words, 'dns')
      await trial.getByRole('button', { name: text.test_dns }).click()
      await expect(trial.getByText(text.dns_good).or(trial.getByText(text.dns_bad))).toBeVisible({ timeout: 15_000 })
      await trial.getByRole('button', { name: text.keep, exact: true }).click()
      await expect(page.getByText(text.kept_says.dns)).toBeVisible()
      expect(device.machine.network.now.dns[0]).toBe(wanted)
    })

    test('a token that is not this trial\'s is refused in words, and the trial goes on', async ({ page, device, words }) => {
      const text = words.network
      await page.goto('/device/netwrok')
      await begin(page, words, another(device))
      await page.goto('/dashboard')
      await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
      await page.goto(`/device/netwrok#confirm=${'x'.repeat(43)}`)
      await expect(page).toHaveURL(`${device.address}/device/netwrok`)
      await trialOf(page, words).getByRole('button', { name: text.keep, exact: true }).click()
      await expect(page.getByText(words.errors.reasons.wrong_token)).toBeVisible()
      await trialOf(page, words).getByRole('button', { name: text.take_back }).click()
      await expect(outcome(page, words, 'asked')).toBeVisible()
    })

    test('who may only look sees everything and is told why nothing can be pressed', async ({ page, device, words }) => {
      const text = words.network
      await haveAccount(device)
      await asRole(device, 'viewer', async () => {
        await page.goto('/device/netwrok')
        await expect(field(page, text.ipv4)).toHaveValue(device.machine.network.now.ipv4)
        await expect(field(page, text.ipv4)).toHaveAttribute('readonly', '')
        await expect(page.getByText(text.admins_only).first()).toBeVisible()
        await expect(page.getByRole('button', { name: text.review }).first()).toHaveAttribute('aria-disabled', 'true')
        await page.getByRole('tab', { name: text.tab.vpn, exact: true }).click()
        await expect(page).toHaveURL(/\?tab=vpn$/)
        await expect(statePart(page, words).getByRole('button', { name: text.vpn.start, exact: true })).toHaveAttribute('title', text.admins_only)
        await expect(statePart(page, words).getByRole('button', { name: text.vpn.cancel, exact: true })).toHaveAttribute('title', text.admins_only)
      })
    })

    test('a box without a network manager says so, instead of controls that do nothing', async ({ page, device, words }) => {
      const { network } = device.machine
      const manager = network.manager
      network.manager = 'none' as typeof manager
      await page.goto('/device/netwrok')
      await expect(page.getByText(words.network.unsupported_says).first()).toBeVisible()
      await expect(page.getByRole('button', { name: words.network.review })).toHaveCount(0)
      network.manager = manager
    })

    test('VPN by file: what cannot be used is told with its line, and nothing is uploaded until it is clean', async ({ page, device, words }) => {
      const [text, { issues }] = [words.network.vpn, words.errors]
      const uploads: string[] = []
      page.on('request', (request) => request.url().includes('register_vpn') && uploads.push(request.url()))
      await page.goto('/device/netwrok?tab=vpn')
      await expect(statePart(page, words).getByText(text.none_says)).toBeVisible()
      const part = importPart(page, words)
      for (const [file, sentence] of [
        [fileOf(file_lines, 'box-17.txt'), issues.vpn_file_name],
        [fileOf([' ']), text.empty],
        [fileOf([...file_lines, `# ${'x'.repeat(70_000)}`]), text.too_large('68.5 KB', '64 KB')],
      ] as const) {
        await pick(page, file)
        await expect(part.getByRole('alert')).toContainText(sentence)
      }
      await pick(page, fileOf([...file_lines.slice(0, 4), 'up /etc/openvpn/up.sh', 'ca ca.crt', 'made-up-directive 1']))
      const alert = part.getByRole('alert')
      await expect(alert).toContainText(text.refused(3))
      await expect(alert.getByRole('listitem').nth(0)).toContainText(`${issues.vpn_directive(5)}up /etc/openvpn/up.sh`)
      await expect(alert.getByRole('listitem').nth(1)).toContainText(`${issues.vpn_needs_file(6)}ca ca.crt`)
      await expect(alert.getByRole('listitem').nth(2)).toContainText(`${issues.vpn_line(7)}made-up-directive 1`)
      await expect(part.getByRole('button', { name: text.import, exact: true })).toHaveCount(0)
      expect(uploads).toEqual([])
      await part.getByRole('button', { name: text.other_file }).click()
      await pick(page, fileOf(file_lines))
      await expect(part.getByText(text.clean)).toBeVisible()
      await expect(part).toContainText(`vpn.example.com:1194 UDP${text.and}192.0.2.7:443 TCP`)
      await expect(part).toContainText('AES-256-GCM')
      await expect(part).toContainText('10.20.0.0/16')
      await part.getByRole('button', { name: text.import, exact: true }).click()
      await expect(statePart(page, words).getByText(text.says.off)).toBeVisible()
      await expect(statePart(page, words)).toContainText(text.from_file('box-17.ovpn'))
      expect(await device.call('/api/device/get_vpn_info', {})).toMatchObject({ registered: true, server: 'vpn.example.com:1194', status: 'off' })
    })

    test('VPN started, stopped, refused by its server, and logged out after a question', async ({ page, device, words }) => {
      const text = words.network.vpn
      await haveAccount(device)
      await page.goto('/device/netwrok?tab=vpn')
      const state = statePart(page, words)
      await state.getByRole('button', { name: text.start, exact: true }).click()
      await expect(state.getByText(text.says.connected)).toBeVisible()
      await expect(state).toContainText('10.8.0.6')
      await expect(state).toContainText(/5(\.\d)? KB/)
      await expect(state.getByRole('button', { name: text.start, exact: true })).toHaveAttribute('title', text.is_on)
      await state.getByRole('button', { name: text.stop, exact: true }).click()
      await expect(state.getByText(text.says.off)).toBeVisible()
      device.machine.vpn.server = 'refuses'
      await state.getByRole('button', { name: text.start, exact: true }).click()
      await expect(state.getByText(text.says.failed)).toBeVisible()
      await expect(state).toContainText('AUTH_FAILED')
      device.machine.vpn.server = 'up'
      await state.getByRole('button', { name: text.again, exact: true }).click()
      await expect(state.getByText(text.says.connected)).toBeVisible()
      await state.getByRole('button', { name: text.cancel, exact: true }).click()
      const question = page.getByRole('alertdialog', { name: text.cancel_ask })
      await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
      await expect(state.getByText(text.says.connected)).toBeVisible()
      await state.getByRole('button', { name: text.cancel, exact: true }).click()
      await question.getByRole('button', { name: text.cancel, exact: true }).click()
      await expect(state.getByText(text.none_says)).toBeVisible()
      expect(device.machine.vpn.config).toBe('')
    })

    test('VPN online: a key that is refused, one that is good once, and none that is ever shown', async ({ page, words }) => {
      const text = words.network.vpn
      await page.goto('/device/netwrok?tab=vpn')
      const part = page.getByRole('region', { name: text.online })
      const [address, key, submit] = [part.getByRole('textbox', { name: text.register_address }), part.getByLabel(text.key), part.getByRole('button', { name: text.register, exact: true })]
      await submit.click()
      await expect(part.getByText(words.errors.issues.required)).toHaveCount(2)
      await address.fill('no such address')
      await address.blur()
      await expect(part.getByText(words.errors.issues.url)).toBeVisible()
      await address.fill(registrar.url)
      await key.fill('a-key-that-nobody-gave')
      await expect(key).toHaveAttribute('type', 'password')
      await submit.click()
      await expect(part.getByRole('alert')).toContainText(words.errors.reasons.registration_refused)
      const good = registrar.newKey()
      await key.fill(good)
      await submit.click()
      const state = statePart(page, words)
      await expect(state.getByText(text.key_set)).toBeVisible()
      await expect(state).toContainText(registrar.url)
      await page.getByRole('button', { name: text.replace_open, exact: true }).click()
      await expect(part.getByLabel(text.key)).toHaveValue('')
      expect(await page.content()).not.toContain(good)
      expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(good)
    })

    test('a VPN that takes all traffic is a trial: the review says so, it is kept here, or taken back', async ({ page, device, words }) => {
      const text = words.network
      await haveAccount(device, 'redirect-gateway def1')
      await page.goto('/device/netwrok?tab=vpn')
      const state = statePart(page, words)
      const start = async () => {
        await state.getByRole('button', { name: text.vpn.start, exact: true }).click()
        const dialog = page.getByRole('dialog', { name: text.dialog.vpn })
        await expect(dialog).toContainText(text.happens.vpn(trial_s).split('\n')[0]!)
        await dialog.getByRole('button', { name: text.start_trial }).click()
        await expect(state.getByText(text.vpn.says.connected)).toBeVisible()
      }
      await start()
      await trialOf(page, words, 'vpn').getByRole('button', { name: text.take_back }).click()
      await expect(outcome(page, words, 'asked')).toBeVisible()
      await expect(state.getByText(text.vpn.says.off)).toBeVisible()
      await start()
      await trialOf(page, words, 'vpn').getByRole('button', { name: text.keep, exact: true }).click()
      await expect(page.getByText(text.kept_says.vpn)).toBeVisible()
      await expect(state.getByText(text.vpn.says.connected)).toBeVisible()
    })

    test('a box without OpenVPN says so', async ({ page, device, words }) => {
      device.machine.vpn.installed = false
      await page.goto('/device/netwrok?tab=vpn')
      await expect(page.getByText(words.network.unsupported_vpn)).toBeVisible()
      await expect(page.getByRole('button', { name: words.network.vpn.start, exact: true })).toHaveCount(0)
    })
  })
}

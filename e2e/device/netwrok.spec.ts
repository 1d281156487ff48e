/**
 * The network page (spec §2, §3, §8): a change is validated, reviewed, tried, and kept or undone. Tests that
 * wait for a timeout are in netwrok/trial.spec.ts, those of the VPN tab in netwrok/vpn.spec.ts. Long because
 * each end of a trial is one test.
 */
import { asRole } from '../support/as-role.ts'
import { another, begin, resetNetwork, field, outcome, statePart, trialOf } from './netwrok/network-page.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 0 } })

test.beforeEach(({ allow, device }) => resetNetwork(device, allow))

test('shows issues at their field; a prefix becomes a netmask; the fields are validated together', async ({
  page,
  device,
  words,
}) => {
  const [text, { issues }] = [words.network, words.errors]
  await page.goto('/device/netwrok')
  await expect(heading(page, words.shell.routes.device_network)).toBeVisible()
  const [ipv4, netmask, gateway] = [
    field(page, text.ipv4),
    field(page, text.netmask),
    field(page, text.gateway),
  ]
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
  for (const [value, sentence] of [
    ['192.168.1.0', issues.address_of_network],
    ['192.168.1.255', issues.address_of_broadcast],
  ] as const) {
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

test(
  'the review shows old and new values, checks and steps; an address in use is rejected at its field',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.network
    const [now, taken] = [device.machine.network.now.ipv4, another(device)]
    device.machine.network.neighbours.add(taken)
    await page.goto('/device/netwrok')
    await field(page, text.ipv4).fill(taken)
    await page.getByRole('button', { name: text.review }).first().click()
    const dialog = page.getByRole('dialog', { name: text.dialog.ipv4 })
    await expect(dialog.getByRole('row', { name: text.ipv4 })).toContainText(
      `${now}${taken}${text.mark_changed}`,
    )
    await expect(dialog.getByRole('row', { name: text.gateway })).not.toContainText(text.mark_changed)
    await expect(dialog.getByText(text.check.gateway)).toBeVisible()
    await expect(dialog.getByText(text.check.in_use)).toBeVisible()
    await expect(dialog.getByText(text.happens.ipv4(60).split('\n')[2]!)).toBeVisible()
    await dialog.getByRole('button', { name: text.start_trial }).click()
    await expect(page.getByText(words.errors.issues.address_in_use, { exact: true })).toBeVisible()
    await expect(field(page, text.ipv4)).toHaveValue(taken)
    device.machine.network.neighbours.delete(taken)
    expect(device.machine.network.now.ipv4).toBe(now)
  },
)

test('a trial is undone at once; other pages show its bar, and it survives a reload', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(/probe-worker\.js net::ERR_BLOCKED_BY_RESPONSE/, 'the reload ends the page that still loads it')
  const text = words.network
  const before = device.machine.network.now.ipv4
  await page.goto('/device/netwrok')
  await begin(page, words, another(device))
  await page.reload()
  await expect(trialOf(page, words).getByRole('button', { name: text.keep, exact: true })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await page.getByRole('link', { name: words.shell.routes.device_base }).click()
  const bar = page.getByRole('region', { name: words.shell.trial.running })
  await expect(bar.getByRole('timer')).toContainText(/\d/)
  await bar.getByRole('link', { name: words.shell.trial.go }).click()
  await expect(bar).toBeHidden()
  await trialOf(page, words).getByRole('button', { name: text.undo_trial }).click()
  await expect(outcome(page, words, 'asked')).toContainText(text.rolled_back_says.asked)
  expect(device.machine.network.now.ipv4).toBe(before)
})

test(
  'a change of name servers is confirmed on this page, which keeps its connection',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.network
    const [wanted] = ['127.77.0.53', '127.77.0.54'].filter(
      (address) => address !== device.machine.network.now.dns[0],
    )
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
    await expect(trial.getByText(text.dns_good).or(trial.getByText(text.dns_bad))).toBeVisible()
    await trial.getByRole('button', { name: text.keep, exact: true }).click()
    await expect(page.getByText(text.confirmed_text.dns)).toBeVisible()
    expect(device.machine.network.now.dns[0]).toBe(wanted)
  },
)

test('a viewer sees all settings; disabled buttons give their reason', async ({ page, device, words }) => {
  const text = words.network
  await device.call('/api/device/register_vpn_offline', {
    file_name: 'box-17.ovpn',
    content: 'client\ndev tun\nremote vpn.example.com 1194',
  })
  await asRole(device, 'viewer', async () => {
    await page.goto('/device/netwrok')
    await expect(field(page, text.ipv4)).toHaveValue(device.machine.network.now.ipv4)
    await expect(field(page, text.ipv4)).toHaveAttribute('readonly', '')
    await expect(page.getByText(text.admins_only).first()).toBeVisible()
    await expect(page.getByRole('button', { name: text.review }).first()).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('tab', { name: text.tab.vpn, exact: true }).click()
    await expect(page).toHaveURL(/\?tab=vpn$/)
    await expect(
      statePart(page, words).getByRole('button', { name: text.vpn.start, exact: true }),
    ).toHaveAttribute('title', text.admins_only)
    await expect(
      statePart(page, words).getByRole('button', { name: text.vpn.cancel, exact: true }),
    ).toHaveAttribute('title', text.admins_only)
  })
})

test(
  'a device without a network manager shows a message in place of the controls',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const { network } = device.machine
    const manager = network.manager
    network.manager = 'none' as typeof manager
    // If the machine's programs take more than 5 s, the page says so and waits for a click.
    await expect(async () => {
      await page.goto('/device/netwrok')
      await expect(page.getByText(words.network.unsupported_says).first()).toBeVisible({ timeout: 8_000 })
    }).toPass()
    await expect(page.getByRole('button', { name: words.network.review })).toHaveCount(0)
    network.manager = manager
  },
)

test(
  'the manager of the card is named; a card of ifupdown is only shown, with the command that hands it over',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const [text, { network }] = [words.network, device.machine]
    const facts = page.getByRole('region', { name: text.ipv4_title, exact: true })
    const { manager } = network
    await page.goto('/device/netwrok')
    await expect(facts.getByText(text.managers[manager as 'networkd'])).toBeVisible()
    network.netplan = true
    await page.reload()
    await expect(facts.getByText(text.by_netplan(text.managers[manager as 'networkd']))).toBeVisible()
    Object.assign(network, { manager: 'ifupdown', netplan: false })
    await page.reload()
    await expect(facts.getByText(text.managers.ifupdown, { exact: true })).toBeVisible()
    await expect(facts.getByText('parking-edge network take-over')).toBeVisible()
    await expect(field(page, text.ipv4)).toHaveValue(network.now.ipv4)
    for (const name of [text.ipv4, text.dns_main])
      await expect(field(page, name)).toHaveAttribute('readonly', '')
    network.manager = manager
    await page.reload()
    await expect(field(page, text.ipv4)).not.toHaveAttribute('readonly')
  },
)

test('a change rejected by the operating system shows its message', async ({ page, device, words }) => {
  device.machine.network.failNext('Error: Device disconnected by user or client.')
  await page.goto('/device/netwrok')
  await begin(page, words, another(device))
  await expect(outcome(page, words, 'not_applied')).toContainText(words.network.rolled_back_says.not_applied)
  await expect(outcome(page, words, 'not_applied')).toContainText('Device disconnected')
})

test('a token of another trial is rejected, and the trial continues', async ({ page, device, words }) => {
  const text = words.network
  await page.goto('/device/netwrok')
  await begin(page, words, another(device))
  await page.goto('/dashboard')
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
  await page.goto(`/device/netwrok#confirm=${'x'.repeat(43)}`)
  await expect(page).toHaveURL(`${device.address}/device/netwrok`)
  await trialOf(page, words).getByRole('button', { name: text.keep, exact: true }).click()
  await expect(page.getByText(words.errors.reasons.wrong_token)).toBeVisible()
  await trialOf(page, words).getByRole('button', { name: text.undo_trial }).click()
  await expect(outcome(page, words, 'asked')).toBeVisible()
})

// The frame of the casework app: every path and redirect, access to the gated page, and the palette by keyboard alone.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { REDIRECTS } from '@veritrace/contract/casework/app-routes'
import { cases } from '@veritrace/contract/casework/cases'
import { deleteMember, insertMember } from '@veritrace/platform/identity/tenancy/store'
import { createUser } from '@veritrace/platform/identity/users/users'
import type { Page } from 'playwright-core'
import type { Server } from '../../apps/server/start.ts'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { asPerson, inBrowser, inFocus, scriptsOf, visit, withShortPages } from './browser.ts'
import { demoApi } from './demo-api.ts'
import { AT_NIGHT, BROKEN_OUT, drawn, examine, isInOrder, staysInside } from './in-order.ts'

const PLACES = [
  ['/app/cases', 'Cases', 'New case'],
  ['/app/govern', 'Govern', /No measurements yet|acceptable/],
  ['/app/govern?view=controls', 'Govern', 'CC-01'],
  ['/app/govern?view=rules', 'Govern', 'L08-ntbr'],
  ['/app/operate/corpus', 'Corpus and graph', 'Released objects, private cloud 2023 FPS3'],
] as const

/** The first paint waits for the styles, and the page's policy forbids evaluating a predicate inside the page. */
const IS_STYLED = 'document.body !== null && getComputedStyle(document.body).backgroundColor !== "rgba(0, 0, 0, 0)"'

describe('the frame of the casework app', () => {
  let url: string
  let server: Server
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    server = await testServer()
    url = server.url
  })

  test('old paths redirect to their pages and preserve the query', async () => {
    for (const [path, { to, query }] of Object.entries(REDIRECTS)) {
      const response = await fetch(`${url}/app${path === '/' ? '' : path}?target=x`, { redirect: 'manual' })
      const leads = new URL(response.headers.get('location') ?? '', url)
      assert.deepEqual([response.status, leads.pathname], [302, `/app${to}`], path)
      assert.deepEqual(Object.fromEntries(leads.searchParams), { target: 'x', ...query }, path)
    }
  })

  test('an unknown path shows an error with a way home', () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto('/app/nowhere')
        await page.getByRole('heading', { name: 'Page not found' }).waitFor()
        assert.equal(await page.title(), 'Page not found · Casework')
        await page.getByRole('link', { name: 'Go home' }).click()
        await page.waitForURL('**/app/home')
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Home').waitFor()
        await drawn(page)
        assert.equal(await page.title(), 'Home · Casework')
      },
      { goesOn: true },
    ))

  for (const [path, title, content] of PLACES)
    test(`${path} is displayed, in both themes and on a phone`, () =>
      inBrowser(
        url,
        async (page) => {
          await visit(page, path)
          await page.getByRole('heading', { level: 1, name: title }).waitFor()
          await page.getByText(content).filter({ visible: true }).first().waitFor()
          await isInOrder(page)
        },
        { ...AT_NIGHT, goesOn: true },
      ))

  test('new cases and plans are created in dialogs, and an unknown invitation shows an error', () =>
    inBrowser(
      url,
      async (page) => {
        for (const [intent, title] of [
          ['new', 'New case'],
          ['new-plan', 'New plan'],
        ]) {
          await visit(page, `/app/cases?intent=${intent}`)
          await page.getByRole('dialog', { name: title }).waitFor()
          await examine(page)
        }
        await visit(page, '/app/access/invite/nobody-sent-this')
        await page.getByRole('heading', { name: 'Invitation not found' }).waitFor()
        assert.equal(await page.title(), 'Invitation · Casework')
        await examine(page)
      },
      { expected: /status of 404/, goesOn: true },
    ))

  test('a page loads few files; without a connection or a server it shows that, and recovers', () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto('/app/govern?view=controls')
        await page.getByText('CC-01').waitFor()
        // The palette is loaded later, in advance.
        const scripts = (await scriptsOf(page)).filter((name) => !name.startsWith('palette-'))
        assert.ok(scripts.length > 0 && scripts.length <= 12, scripts.join(' '))

        await page.context().setOffline(true)
        const offline = page.getByText('You are offline.')
        await offline.waitFor()
        await page.getByText('CC-01').waitFor()
        await page.context().setOffline(false)
        await offline.waitFor({ state: 'detached' })

        const away = /\/api\/|\/healthz/
        await page.route(away, (route) => route.abort('connectionrefused'))
        await page.getByRole('navigation').getByRole('link', { name: 'Operate' }).first().click()
        const told = page.getByRole('status').filter({ hasText: 'The server is not responding' })
        await told.waitFor()
        await examine(page)
        await page.unroute(away)
        await told.waitFor({ state: 'detached' })
        // The failed request is repeated without another click.
        await page.getByText('Released objects, private cloud 2023 FPS3').first().waitFor()
      },
      { expected: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_CONNECTION_REFUSED/, goesOn: true },
    ))

  test('closing the palette returns the focus to the previous element', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/cases')
        await page.getByRole('searchbox', { name: 'Filter cases' }).focus()
        // The first time it is loaded, the second time it is present.
        for (const _ of [1, 2]) {
          await page.keyboard.press('Control+k')
          const palette = page.getByRole('dialog', { name: 'Search and go' })
          await palette.waitFor()
          await page.keyboard.press('Escape')
          await palette.waitFor({ state: 'detached' })
          assert.equal(await inFocus(page), 'Filter cases')
        }
      },
      { goesOn: true },
    ))

  test('a closing drawer shows its content until it is gone', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/govern?view=controls')
        const opens = page.getByRole('row').nth(1).getByRole('button')
        await opens.click()
        await page.getByRole('dialog').getByText('What to do').waitFor()
        const before = await page.getByRole('dialog').innerText()
        assert.equal(await page.evaluate(CLOSED_DRAWER), before)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        assert.equal(await inFocus(page), await opens.innerText())
      },
      { goesOn: true },
    ))

  test('the palette can be opened, used and closed by keyboard alone', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/govern')
        await page.getByRole('heading', { level: 1, name: 'Govern' }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').waitFor()
        // “Compare releases” contains these characters too, but must not match.
        await page.keyboard.type('mara')
        await page.getByRole('option', { name: /Look up/ }).waitFor()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/app/investigate?*q=mara*')
        await page.getByText('MARA').first().waitFor()
        // Typed quickly: the second key counts only soon after the first.
        await page.keyboard.type('gc')
        await page.waitForURL('**/app/cases*')
      },
      { goesOn: true },
    ))

  test('a double click opens only one case, and its long words fit on a phone', () =>
    inBrowser(
      url,
      async (page) => {
        const title = `${'Kundenauftragsverwaltung'.repeat(6)}${Date.now()}`
        await visit(page, '/app/cases?intent=new&from=TABL:VBAK')
        const dialog = page.getByRole('dialog', { name: 'New case' })
        await dialog.getByLabel('Title').fill(title)
        await dialog.getByLabel('Question').fill('https://example.com/'.padEnd(300, 'x'))
        await dialog.getByRole('button', { name: 'Create case' }).dblclick()
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        const { items } = await demoApi(url, cases).list({ query: { limit: 100 } })
        assert.equal(items.filter((one) => one.title === title).length, 1)
        await page.setViewportSize({ width: 390, height: 844 })
        const opened = new URL(page.url()).pathname
        for (const path of [`${opened}?phase=corpus`, `${opened}?phase=resolve`, '/app/cases']) {
          await visit(page, path)
          await page.getByText(title).first().waitFor()
          await drawn(page)
          await staysInside(page)
          assert.deepEqual(await page.evaluate(BROKEN_OUT), [], path)
        }
        await visit(page, '/app/cases?view=board')
        await page.getByRole('region', { name: 'Open' }).getByText(title).waitFor()
        await isInOrder(page)
        assert.deepEqual(await page.evaluate(BROKEN_OUT), [], 'the board on a desktop')
        await page.setViewportSize({ width: 390, height: 844 })
        await drawn(page)
        assert.deepEqual(await page.evaluate(BROKEN_OUT), [], 'the board on a phone')
      },
      { goesOn: true },
    ))

  test('on a phone the case filters open over the list', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/cases')
        assert.ok(await page.evaluate('matchMedia("(pointer: coarse)").matches'))
        await page.getByRole('button', { name: 'Filter' }).click()
        const drawer = page.getByRole('dialog', { name: 'Filter' })
        await drawer.getByLabel('Status').selectOption('closed')
        await page.waitForURL('**/app/cases?*status=closed*')
        await examine(page)
        await drawer.getByRole('button', { name: 'Show cases' }).click()
        await page.getByRole('button', { name: 'Filter, 1 active' }).waitFor()
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, goesOn: true },
    ))

  test('an expired session loses no typed text, and the page continues after another sign-in', () =>
    inBrowser(
      url,
      async (page) => {
        const NEW_CASE = '/app/cases?intent=new&from=TABL:VBAK'
        await visit(page, NEW_CASE)
        const dialog = page.getByRole('dialog', { name: 'New case' })
        const title = `Typed before ${Date.now()}`
        await dialog.getByLabel('Title').fill(title)
        const refusal = { status: 401, contentType: 'application/problem+json', body: '{"code":"unauthenticated"}' }
        await page.route('**/api/casework/**', (route) => route.fulfill(refusal))
        await dialog.getByRole('button', { name: 'Create case' }).click()
        const ended = page.getByRole('dialog', { name: 'Your session has ended' })
        await ended.getByRole('link', { name: 'Sign in' }).waitFor()
        await page.unroute('**/api/casework/**')
        // Back from the window for signing in.
        await page.evaluate('dispatchEvent(new Event("focus"))')
        await ended.waitFor({ state: 'detached' })
        assert.equal(await dialog.getByLabel('Title').inputValue(), title)
        // Escape keeps the draft for later; a sent draft is not offered again.
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await page.goto(NEW_CASE)
        assert.equal(await dialog.getByLabel('Title').inputValue(), title)
        await dialog.getByRole('button', { name: 'Create case' }).click()
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await visit(page, NEW_CASE)
        assert.equal(await dialog.getByLabel('Title').inputValue(), '')
      },
      { expected: /status of 401/, goesOn: true },
    ))

  test('a rate limit and a failed load are shown, and both recover after another attempt', () =>
    inBrowser(
      url,
      async (page) => {
        const failure = { status: 500, contentType: 'application/problem+json', body: '{"detail":"Internal error"}' }
        const tooMany = { ...failure, status: 429, headers: { 'retry-after': '1' } }
        let tries = 0
        let isBroken = true
        await page.route(/casework\/(?:packs|corpus)/, (route) => {
          if (!isBroken) return route.continue()
          return route.fulfill(tries++ === 0 ? tooMany : failure)
        })
        await page.goto('/app/govern?view=rules')
        // It retries after a moment without a click.
        await page.getByRole('status').filter({ hasText: 'Too many requests' }).waitFor()
        for (const [title, sign, next] of [
          ['Could not load the rules', 'L08-ntbr', '/app/investigate?tab=compare'],
          ['Could not load the lists', 'State changes'],
        ] as const) {
          const told = page.getByRole('alert').filter({ hasText: title })
          await told.waitFor()
          isBroken = false
          await told.getByRole('button', { name: 'Try again' }).click()
          await page.getByText(sign).first().waitFor()
          isBroken = true
          if (next) await visit(page, next)
        }
        assert.equal(await page.getByText('Too many requests').count(), 0)
      },
      { expected: /status of (?:429|500)/, goesOn: true },
    ))

  test('a user who is not an admin sees which role is missing and whom to ask', async () => {
    const viewer = { email: 'viewer@northwind.example', password: 'only-looking-around' }
    await addViewer(server, viewer)
    await inBrowser(url, async (page) => {
      await page.goto('/session/login?return_to=/app/settings/access')
      await page.getByLabel('Email').fill(viewer.email)
      await page.getByLabel('Password').fill(viewer.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'You need the admin role' }).waitFor()
      await page.getByText(/Your role is viewer\. Ask Ada Norling/).waitFor()
      assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).count(), 0)
      await examine(page)

      // A disabled field looks disabled.
      await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
      const ask = page.getByRole('searchbox', { name: /^Ask/ })
      await page.getByText('Your role is read-only').waitFor()
      assert.ok(await ask.isDisabled())
      assert.ok(await page.evaluate(LOOKS_DISABLED))

      // Elsewhere too, before the server must reject it: a rejection would be an error in the console.
      await page.getByRole('link', { name: 'Investigate' }).click()
      await page.getByRole('link', { name: 'Graph' }).click()
      await page.getByRole('heading', { name: 'The graph needs another role' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Cases' }).waitFor()
      assert.equal(await page.getByRole('option', { name: 'New case' }).count(), 0)
      await page.keyboard.press('Escape')
      await visit(page, '/app/cases?intent=new')
      await page.getByRole('heading', { name: 'A new case needs another role' }).waitFor()

      // The account page is linked from the name of the signed-in user; others have none.
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Vera Lund' }).click()
      await page.getByRole('menuitem', { name: 'Account and password' }).click()
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
      assert.doesNotMatch(await (await fetch(`${url}/app/home`)).text(), /auth\/account/)
    })
  })

  test('the chosen dark theme is used from the first paint on, whatever the system prefers', () =>
    inBrowser(
      url,
      async (page) => {
        await asPerson(page, url, '/app/govern?view=controls')
        await page.getByRole('button', { name: 'Ada Norling' }).click()
        await page.getByRole('menuitem', { name: 'Dark' }).click()
        await page.locator('[data-theme="dark"]').waitFor()
        await drawn(page)
        assert.ok((await lightness(page)) < 0.2)
        // No script of the app has loaded yet: the page is as the server rendered it.
        const held = Promise.withResolvers<void>()
        await page.route('**/assets/*.js', (route) => held.promise.then(() => route.continue()))
        await page.reload({ waitUntil: 'commit' })
        while (!(await page.evaluate<boolean>(IS_STYLED))) await page.waitForTimeout(20)
        assert.ok((await lightness(page)) < 0.2)
        held.resolve()
        await page.getByRole('heading', { level: 1, name: 'Govern' }).waitFor()
        assert.ok((await lightness(page)) < 0.2)
        await isWhiteOnPaper(page)
        await page.goto('/vendors')
        assert.ok((await lightness(page)) < 0.2)
        await isWhiteOnPaper(page)
      },
      { colorScheme: 'light' },
    ))

  test('further members are loaded on request; the page then recognizes the only owner, who cannot be removed', async (t) => {
    // Other test files use the same tenant.
    t.after(await addMembers(server, 7))
    await inBrowser(
      url,
      async (page) => {
        await withShortPages(page, /\/members\?/, 6)
        await asPerson(page, url, '/app/settings/access')
        await page.getByText('6+', { exact: true }).waitFor()
        const rows = page.getByRole('table', { name: 'Members and their roles' }).locator('tbody tr')
        assert.equal(await rows.count(), 6)
        assert.equal(await page.getByText('The only owner').count(), 0)

        const more = page.getByRole('button', { name: 'Show more members' })
        const next = '**/members?*cursor=*'
        await page.route(next, (route) =>
          route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{}' }),
        )
        await more.click()
        await page.getByText('Could not load more.').waitFor()
        assert.equal(await rows.count(), 6)
        await isInOrder(page)

        await page.unroute(next)
        await more.click()
        await page.getByText('member-7@northwind.example').waitFor()
        // The page gives the reason in advance.
        const owner = rows.filter({ hasText: 'ada@northwind.example' })
        await owner.getByText('The only owner. Make another member an owner first.').waitFor()
        assert.ok(await owner.getByRole('button', { name: 'Remove Ada Norling' }).isDisabled())
        assert.equal(await more.count(), 0)
        // No member is listed twice, and the heading counts the rows.
        const names = await rows.locator('th').allInnerTexts()
        assert.equal(new Set(names).size, names.length)
        await page.getByText(`${names.length}`, { exact: true }).waitFor()

        // A member from a later page can get a role, and remains visible.
        const role = page.getByLabel('Role of Member 7')
        const roles = '**/access/members'
        await page.route(roles, (route) =>
          route.fulfill({
            status: 429,
            headers: { 'retry-after': '70' },
            json: { detail: 'The limit is 9 a minute.' },
          }),
        )
        await role.selectOption('reviewer')
        await page.getByText('The limit is 9 a minute. Try again in 2 minutes.').first().waitFor()
        await page.unroute(roles)
        await role.selectOption('reviewer')
        await page.getByText('Member 7 now has the role reviewer').waitFor()
        assert.equal(await rows.count(), names.length)
        // The message about the previous attempt disappears.
        await page.getByText('The role was not changed').waitFor({ state: 'detached' })

        // Only the newest three messages are visible.
        for (const [n, next] of ['viewer', 'architect', 'reviewer', 'viewer', 'architect'].entries()) {
          await page.getByLabel(`Role of Member ${n + 1}`).selectOption(next)
          await page.getByText(`Member ${n + 1} now has the role ${next}`).waitFor()
        }
        assert.equal(
          await page
            .getByText(/^Member \d now has the role \w+$/)
            .filter({ visible: true })
            .count(),
          3,
        )
      },
      { expected: /status of 4(?:00|29)/ },
    )
  })
})

async function addViewer(
  { platform: { db, clock } }: Server,
  account: { email: string; password: string },
): Promise<void> {
  const user = await createUser({ db, clock }, { ...account, displayName: 'Vera Lund', emailVerified: true })
  await insertMember(db, {
    tenant_id: 'demo',
    user_id: user.id,
    role: 'viewer',
    email: account.email,
    display_name: 'Vera Lund',
    joined_at: clock.now(),
  })
}

/** Returns a function that removes them again. */
async function addMembers({ platform: { db, clock } }: Server, many: number): Promise<() => Promise<void>> {
  const added = Array.from({ length: many }, (_, i) => ({
    tenant_id: 'demo',
    user_id: `member-${i + 1}`,
    role: 'member' as const,
    email: `member-${i + 1}@northwind.example`,
    display_name: `Member ${i + 1}`,
  }))
  for (const member of added) await insertMember(db, { ...member, joined_at: clock.now() })
  return async () => {
    for (const { user_id } of added) await deleteMember(db, 'demo', user_id)
  }
}

/** Closes a drawer; resolves to its text while it is closing. */
const CLOSED_DRAWER = `new Promise((done) => {
  const drawer = document.querySelector('[role=dialog]')
  const watch = new MutationObserver(() => drawer.matches('[data-ending-style]') && done(drawer.innerText))
  watch.observe(drawer, { attributes: true })
  drawer.querySelector('[aria-label=Close]').click()
})`

/** The background differs from that of an enabled field. */
const LOOKS_DISABLED = `(() => {
  const field = document.querySelector('input:disabled')
  const ground = () => getComputedStyle(field).backgroundColor
  const disabled = ground()
  field.disabled = false
  const usual = ground()
  field.disabled = true
  return disabled !== usual
})()`

async function isWhiteOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  assert.ok((await lightness(page)) > 0.9)
  await page.emulateMedia({ media: 'screen' })
}

/** Lightness of the page background, from 0 to 1. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const pixel = document.createElement('canvas').getContext('2d')
    pixel.fillStyle = getComputedStyle(document.body).backgroundColor
    pixel.fillRect(0, 0, 1, 1)
    return pixel.getImageData(0, 0, 1, 1).data[1] / 255
  })()`)

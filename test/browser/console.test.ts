// The query page as a user uses it, in a real browser, with the demo graph.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import type { Page } from 'playwright-core'
import type { Server } from '../../apps/server/start.ts'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { openServer } from '../own-server.ts'
import { testServer } from '../server.ts'
import { inBrowser, scriptsOf, signIn } from './browser.ts'
import { examine, isInOrder } from './in-order.ts'

const PAGE = '/graph/console'
const at = (given: Record<string, string>) => `${PAGE}#${new URLSearchParams({ context: 'demo', ...given })}`
const VENDORS = 'SELECT ?vendor WHERE { ?vendor a <https://example.com/trust#Vendor> } ORDER BY ?vendor'
const NETWORK =
  'CONSTRUCT { ?a <https://example.com/trust#subprocessor> ?b } WHERE { ?a <https://example.com/trust#subprocessor> ?b }'

const editor = (page: Page) => page.getByRole('textbox', { name: 'SPARQL', exact: true })
const status = (page: Page) => page.getByRole('status')
const said = (page: Page, text: RegExp) => status(page).filter({ hasText: text }).waitFor()
const rows = (page: Page) => page.getByRole('region', { name: 'Results as a table' }).locator('tbody tr')
const textOf = (page: Page): Promise<string> =>
  page.evaluate(
    `[...document.querySelectorAll('.editor .cm-line')].map((line) => line.innerText.trimEnd()).join('\\n')`,
  )

/** Accepts a completion. The editor ignores keys that are pressed before a user could have read it. */
async function take(page: Page, name: string | RegExp, key: 'Enter' | 'Tab'): Promise<void> {
  await page.getByRole('option', { name, exact: true }).waitFor()
  await page.waitForTimeout(120)
  await page.keyboard.press(key)
}

/** Replaces the whole text. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}
/** Opens a query and waits until the editor shows it. An open page reads it from its URL. */
async function open(page: Page, given: Record<string, string> & { query: string }): Promise<void> {
  await page.goto(at(given))
  await editor(page)
    .filter({ hasText: given.query.split('\n')[0]! })
    .waitFor()
}
const run = (page: Page) => page.keyboard.press('ControlOrMeta+Enter')

/** A double click sends one request and cancels nothing, and a response that is not ours ends the waiting. */
async function waitsForNoOther(page: Page): Promise<void> {
  const asked = /\/sparql$/
  const button = page.getByRole('button', { name: /^Run/ })
  const answers: (() => void)[] = []
  await page.route(asked, (route) => answers.push(() => void route.continue()))
  await button.dblclick()
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .waitFor()
  assert.equal(answers.length, 1)
  answers[0]!()
  await button.waitFor()
  await said(page, /^16 rows/)
  await page.unroute(asked)
  await page.route(asked, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }),
  )
  await button.click()
  await page.getByText('The response could not be read').waitFor()
  await button.waitFor()
  await page.unroute(asked)
}

describe('the query page', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

  test("a first visit shows the graph's content and a useful answer, in both themes, without scripts of other pages", () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto(PAGE)
        await said(page, /^16 rows · \d/)
        assert.equal(await rows(page).count(), 16)
        assert.match(await rows(page).first().innerText(), /Cumulo Cloud\s+Hosting\s+en\s+8\s+3/)
        const panel = page.getByRole('complementary', { name: 'Graph contents' })
        await panel.getByText('424').waitFor()
        await panel.getByRole('button', { name: 'trust:Vendor 16' }).waitFor()
        await panel.getByText('Certificate', { exact: true }).waitFor()
        assert.match(decodeURIComponent(page.url()), /#context=demo&query=PREFIX/)
        const scripts = await scriptsOf(page)
        const isOf = (part: string) => scripts.some((name) => name.startsWith(`${part}-`))
        assert.deepEqual(['base', 'console', 'shared', 'app'].map(isOf), [true, true, false, false], scripts.join(' '))
        await page.locator('.cm-editor .tok-keyword').first().waitFor()
        await isInOrder(page)
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          assert.equal((await lightness(page)) < 0.5, colorScheme === 'dark')
        }
      },
      { goesOn: true },
    ))

  test('everything from writing to reading the answer works by keyboard', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: VENDORS })
        await write(page, 'ASK { ?s ?p ?o }')
        await run(page)
        await page.getByRole('heading', { name: 'Yes' }).waitFor()
        // Tab leaves the editor.
        await page.keyboard.press('Tab')
        await page.getByRole('separator').and(page.locator(':focus')).waitFor()
        await page.keyboard.press('Tab')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('ArrowRight')
        await page.getByRole('tab', { name: 'Raw', selected: true }).and(page.locator(':focus')).waitFor()
        await page.getByText('"boolean": true').waitFor()
      },
      { goesOn: true },
    ))

  test('a syntax error is marked where the server found it, until it is fixed', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: 'SELECT ?s\nWHERE { ?s ?p }\n' })
        const alert = page.getByRole('alert')
        await alert.getByText(/Line 2, column 15/).waitFor()
        assert.equal(await page.locator('.cm-lintRange-error').innerText(), '}')
        await page.locator('.cm-lint-marker-error').waitFor()
        await isInOrder(page)
        await alert.getByRole('button', { name: 'Go to error' }).click()
        await page.keyboard.type('?o ')
        assert.equal(await page.locator('.cm-lintRange-error').count(), 0)
        await run(page)
        await said(page, /^424 rows/)
      },
      { expected: /status of 400/, goesOn: true },
    ))

  test('triples are drawn, and also shown in a table', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: NETWORK, view: 'graph' })
        const drawing = page.getByRole('img', { name: /Drawing of 16 nodes, 30 edges/ })
        await drawing.and(page.locator('[data-settled]')).waitFor()
        assert.ok((await drawing.locator('canvas').count()) > 0)
        await isInOrder(page)
        await page.getByText('Show as table').click()
        const table = page.getByRole('region', { name: 'The graph as a table' })
        assert.equal(await table.getByRole('table').getAttribute('aria-rowcount'), '31')
        await table
          .getByRole('link', { name: /northwind/ })
          .first()
          .click()
        await page.locator('.editor').getByText('DESCRIBE <https://example.com/vendors/northwind>').waitFor()
        await said(page, /triples/)
        await page.getByRole('img', { name: /Drawing of/ }).waitFor()
      },
      { goesOn: true },
    ))

  test('an answer without rows says so, and can be widened with a click', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: 'SELECT ?s WHERE { ?s <https://example.com/nobody#says> ?o }' })
        await said(page, /^(?:0|No) rows/)
        await page.getByText('No results').waitFor()
        await page.getByText('No matches in this context.').waitFor()
        await isInOrder(page)
        await page.getByRole('button', { name: 'Search the whole workspace' }).click()
        await page.getByText('No matches in the workspace.').waitFor()
      },
      { goesOn: true },
    ))

  test('rows that are not triples explain how they could be drawn', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: VENDORS, view: 'graph' })
        await page.getByRole('heading', { name: 'Cannot draw these rows' }).waitFor()
      },
      { goesOn: true },
    ))

  test('completion knows the graph and declares the prefix that it needs', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: '# Labels\n' })
        await page.getByText('trust:Vendor').first().waitFor()
        await editor(page).focus()
        await page.keyboard.press('ControlOrMeta+End')
        await page.keyboard.type('SELECT * whe')
        await take(page, 'WHERE', 'Enter')
        await page.keyboard.type(' { ?thing a Vend')
        await take(page, /trust:Vendor/, 'Enter')
        await page.keyboard.type(' ; skos:pref')
        await take(page, /skos:prefLabel/, 'Tab')
        await page.keyboard.type(' ?label . ?th')
        await take(page, '?thing', 'Enter')
        assert.equal(
          await textOf(page),
          [
            'PREFIX trust: <https://example.com/trust#>',
            'PREFIX skos: <http://www.w3.org/2004/02/skos/core#>',
            '',
            '# Labels',
            'SELECT * WHERE { ?thing a trust:Vendor ; skos:prefLabel ?label . ?thing}',
          ].join('\n'),
        )
      },
      { goesOn: true },
    ))

  test('the URL contains the whole state: a link restores the page, and Back goes back', () =>
    inBrowser(url, async (page) => {
      await page.goto(at({ query: VENDORS }))
      await said(page, /^16 rows/)
      await page.getByRole('tab', { name: 'Raw' }).click()
      await page.getByLabel('Scope').selectOption('Whole workspace')
      await write(page, NETWORK)
      await run(page)
      await said(page, /^30 triples/)
      const { hash } = new URL(page.url())
      assert.deepEqual(Object.fromEntries(new URLSearchParams(hash.slice(1))), {
        context: 'demo',
        scope: 'workspace',
        view: 'raw',
        query: NETWORK,
      })
      await page.reload()
      await said(page, /^30 triples/)
      assert.equal(await textOf(page), NETWORK)
      assert.equal(await page.getByLabel('Scope').inputValue(), 'workspace')
      await page.getByRole('tab', { name: 'Raw', selected: true }).waitFor()

      await page.goBack()
      await said(page, /^16 rows/)
      assert.equal(await textOf(page), VENDORS)
      await page.goBack()
      await page.getByLabel('Scope').and(page.locator(':has([value=context]:checked)')).waitFor()
      await page.goBack()
      await page.getByRole('tab', { name: 'Table', selected: true }).waitFor()
    }))

  test('10,000 rows are sorted and scrolled, and only the visible ones are in the document', () =>
    inBrowser(
      url,
      async (page) => {
        const digits = (name: string) => `VALUES ?${name} { 0 1 2 3 4 5 6 7 8 9 }`
        const query = `SELECT ((?a * 1000 + ?b * 100 + ?c * 10 + ?d) AS ?n) { ${['a', 'b', 'c', 'd'].map(digits).join(' ')} }`
        await open(page, { query })
        await said(page, /^10,000 rows/)
        const place = page.getByRole('region', { name: 'Results as a table' })
        assert.equal(await place.getByRole('table').getAttribute('aria-rowcount'), '10001')
        assert.ok((await rows(page).count()) < 100)
        await place.getByRole('button', { name: 'n', exact: true }).click()
        await place.getByRole('button', { name: 'n', exact: true }).click()
        await place.getByRole('cell', { name: '9999', exact: true }).waitFor()
        await page.evaluate(`document.querySelector('.rows-place').scrollTo(0, 1e9)`)
        await place
          .getByRole('row')
          .and(page.locator('[aria-rowindex="10001"]'))
          .getByText('0', { exact: true })
          .waitFor()
        assert.ok((await rows(page).count()) < 100)
      },
      { goesOn: true },
    ))

  test('executed queries are in the history of this browser', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: `# Names of vendors\n${VENDORS}` })
        await said(page, /^16 rows/)
        await write(page, 'ASK { ?s ?p ?o }')
        await run(page)
        await page.getByRole('heading', { name: 'Yes' }).waitFor()
        await page.getByRole('button', { name: 'History' }).click()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await said(page, /^16 rows/)
        assert.match(await textOf(page), /^# Names of vendors/)
      },
      { goesOn: true },
    ))

  test('a row can be read in full, and a pattern is inserted with a click', () =>
    inBrowser(
      url,
      async (page) => {
        await open(page, { query: VENDORS })
        await said(page, /^16 rows/)
        await rows(page).nth(1).getByRole('button').click()
        const details = page.getByRole('complementary', { name: 'Details' })
        await details.getByText('https://example.com/vendors/brightdesk').waitFor()
        await page.keyboard.press('Escape')
        await details.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'rdfs:label 23' }).click()
        assert.match(await textOf(page), /^PREFIX rdfs:.*\n\nSELECT[^}]*\?s rdfs:label \?o \.\n\}/)
      },
      { goesOn: true },
    ))

  test('an update requires confirmation, reports its changes, and never runs from a link', () =>
    inBrowser(url, async (page) => {
      const insert = 'INSERT DATA { <urn:a> <urn:b> "one", "two" }'
      await page.goto(at({ context: 'scratch', query: insert }))
      await page.getByText('This context is empty').waitFor()
      await page.getByRole('button', { name: /Run/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Change the graph?' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('This context is empty').waitFor()
      await editor(page).focus()
      await run(page)
      await dialog.getByRole('button', { name: 'Run update' }).click()
      await page.getByRole('heading', { name: '2 inserted, 0 deleted' }).waitFor()
      await page.getByRole('button', { name: '<urn:b> 2' }).waitFor()
      await write(page, 'DELETE WHERE { ?s ?p ?o }')
      await run(page)
      await dialog.getByRole('button', { name: 'Run update' }).click()
      await page.getByRole('heading', { name: '0 inserted, 2 deleted' }).waitFor()
    }))

  test('signing in returns to the same query', () =>
    inBrowser(url, async (page) => {
      await signIn(page, at({ query: VENDORS }))
      await said(page, /^16 rows/)
      assert.equal(await textOf(page), VENDORS)
      await page.getByRole('banner').getByText('Ada Norling').waitFor()
    }))

  test('the other states are accessible too', () =>
    inBrowser(url, async (page) => {
      await page.goto(at({ query: VENDORS, view: 'raw' }))
      await page.locator('.raw-text .cm-line').first().waitFor()
      await examine(page)
      await page.getByRole('button', { name: 'Examples' }).click()
      await page.getByRole('menu').waitFor()
      await examine(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Examples' }).and(page.locator(':focus')).waitFor()
      await page.getByRole('tab', { name: 'Table' }).click()
      await rows(page).first().getByRole('button').click()
      await page.getByRole('complementary', { name: 'Details' }).waitFor()
      await waitsForNoOther(page)
      await write(page, 'CLEAR DEFAULT')
      await run(page)
      await page.getByRole('dialog').waitFor()
      await examine(page)
    }))
})

describe('the query page without a sign-in', () => {
  let server: Server
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    server = await openServer({ PRODUCTS: 'graph' })
  })
  after(() => server.close())

  test('the page offers to sign in, or to use a key that is stored only in the tab', async () => {
    const { db, identity } = server.platform
    const tenant = await ensureTenant(db, { id: 'console-key', displayName: 'Key', products: ['graph'] })
    const owner = systemCaller(tenant.id, tenant.customer_id)
    const { secret } = await identity.keys.create(owner, { name: 'console', role: 'viewer' })
    await inBrowser(
      server.url,
      async (page) => {
        await page.goto(at({ context: 'facts', query: 'ASK { ?s ?p ?o }' }))
        const signIn = page
          .getByRole('region', { name: 'Sign in to query the graph' })
          .getByRole('link', { name: 'Sign in' })
        const back = new URL((await signIn.getAttribute('href'))!, server.url).searchParams.get('return_to')
        assert.equal(back, new URL(page.url()).pathname + new URL(page.url()).hash)
        assert.equal(await page.getByRole('button', { name: /Run/ }).isDisabled(), true)
        await examine(page)

        await page.getByLabel('Key or token').fill('vk_wrong')
        await page.getByLabel('Tenant').fill(tenant.id)
        await page.getByRole('button', { name: 'Use key' }).click()
        await page.getByRole('alert').waitFor()
        await page.getByRole('button', { name: 'Remove key' }).click()
        await page.getByLabel('Key or token').fill(secret)
        await page.getByLabel('Tenant').fill(tenant.id)
        await page.getByRole('button', { name: 'Use key' }).click()
        await page.getByRole('heading', { name: 'No', exact: true }).waitFor()
        assert.ok(!JSON.stringify(await page.evaluate('({ ...localStorage })')).includes(secret))
        assert.ok(!page.url().includes(secret))

        await write(page, 'INSERT DATA { <urn:a> <urn:b> <urn:c> }')
        await run(page)
        await page.getByRole('button', { name: 'Run update' }).click()
        await page.getByText('Your role is read-only').waitFor()

        const many = 'abcdefghi'.split('').map((name) => `VALUES ?${name} { 0 1 2 3 4 5 6 7 8 9 }`)
        await write(page, `SELECT (COUNT(*) AS ?n) { ${many.join(' ')} }`)
        await run(page)
        await page.getByText(/Running, /).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('heading', { name: 'Canceled' }).waitFor()
        await page.getByRole('button', { name: /Run/ }).waitFor()
      },
      { expected: /status of 40[13]/ },
    )
  })
})

/** Lightness of the editor's background, from 0 to 1. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const pixel = document.createElement('canvas').getContext('2d')
    pixel.fillStyle = getComputedStyle(document.querySelector('.cm-editor')).backgroundColor
    pixel.fillRect(0, 0, 1, 1)
    return pixel.getImageData(0, 0, 1, 1).data[1] / 255
  })()`)

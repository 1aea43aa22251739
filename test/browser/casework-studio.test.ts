// The studio and the permalink of a bundle, as a person uses them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { testServer } from '../server.ts'
import { inBrowser, skip } from './browser.ts'

const DESK = { viewport: { width: 1440, height: 900 } }
const TELEPHONE = { viewport: { width: 390, height: 844 } }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const SOURCE = 'REPORT zsd_orders.\nSELECT vbeln FROM vbak INTO TABLE @DATA(orders).'

describe('the studio', { skip }, () => {
  let url: string
  before(async () => {
    url = (await testServer()).url
  })

  test('a source is classified: its line is marked, what it uses is listed, and a reload shows it again', () =>
    inBrowser(
      url,
      async (page) => {
        await signIn(page, '/app/studio')
        await page.getByRole('textbox', { name: 'Source' }).click()
        await page.keyboard.insertText(SOURCE)
        await page.getByRole('button', { name: 'Classify' }).click()
        await page.locator('.level-mark[data-code=C]').waitFor()
        const used = page.getByRole('list', { name: 'What ZSD_ORDERS uses' })
        assert.match(
          await used.getByRole('listitem').first().innerText(),
          /^C\s[\s\S]*VBAK\s+read[\s\S]*I_SALESDOCUMENT/,
        )
        await inOrder(page)

        assert.match(page.url(), /generation=gen_/)
        await page.reload()
        await page.locator('.level-mark[data-code=C]').waitFor()
        assert.equal(await page.locator('.level-mark[data-code=C]').getAttribute('title'), 'Line 2, level C: VBAK')
        assert.match(await page.getByRole('textbox', { name: 'Source' }).innerText(), /FROM vbak/)
      },
      DESK,
    ))

  test('a telephone gets the small studio, never a blank page', () =>
    inBrowser(
      url,
      async (page) => {
        await signIn(page, '/app/studio')
        await page.getByText('The full workspace needs a wider window').waitFor()
        await page.getByRole('textbox', { name: 'Source' }).fill(SOURCE)
        await page.getByRole('button', { name: 'Classify' }).click()
        await page.getByRole('list', { name: 'What ZSD_ORDERS uses' }).getByText('VBAK').first().waitFor()
        await inOrder(page)
      },
      TELEPHONE,
    ))

  test('a bundle verifies, and one that was altered by one byte on its way does not', () =>
    inBrowser(
      url,
      async (page) => {
        await signIn(page, '/app/studio')
        const { id, permalink } = await makeBundle(page)
        await page.goto(permalink)
        await page.getByRole('button', { name: 'Verify' }).click()
        await page.getByText('It matches: this is what was sealed.').waitFor()
        await inOrder(page)

        await page.route(`**/studio/generations/${id}`, async (route) => {
          const response = await route.fetch()
          const body = await response.text()
          const at = body.lastIndexOf('Orders, by one byte')
          await route.fulfill({ response, body: `${body.slice(0, at)}0${body.slice(at + 1)}` })
        })
        await page.reload()
        await page.getByRole('button', { name: 'Verify' }).click()
        await page.getByText('It does not match: this is not what was sealed.').waitFor()

        await page.goto('/app/studio/bundle/gen_00000000000000000000000000')
        await page.getByText('There is no such bundle').waitFor()
      },
      { ...DESK, expected: /404/ },
    ))
})

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/session/login?return_to=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Sign in with the demo account' }).click()
  await page.waitForURL(`**${path}`)
}

/** A case with one object, sealed as it is. */
const makeBundle = (page: Page): Promise<{ id: string; permalink: string }> =>
  page.evaluate(`(async () => {
    const { tenant, workspace } = JSON.parse(document.querySelector('meta[name=acting]').content)
    const headers = { 'x-tenant-id': tenant, 'x-workspace-id': workspace, 'x-context-id': 'default', 'x-csrf': '1',
      'content-type': 'application/json' }
    const post = async (path, body) => {
      const response = await fetch('/api/casework' + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
    const made = await post('/cases', { title: 'Orders, by one byte', scope: { artifact_ids: ['TABL:VBAK'] } })
    return post('/cases/' + made.id + '/bundle', {})
  })()`)

async function inOrder(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overhang <= 0, `the page is ${overhang} px wider than the window`)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    [],
  )
}

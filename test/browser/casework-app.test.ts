// The frame of the casework app: every address and redirect, who may see the gated page, the palette by keyboard alone.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { REDIRECTS } from '@veritrace/contract/casework/app-routes'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { inBrowser, isInOrder, skip } from './browser.ts'

const PLACES = [
  ['/app/govern', 'Govern', /Nothing measured yet|acceptable/],
  ['/app/govern?view=controls', 'Govern', 'CC-01'],
  ['/app/govern?view=rules', 'Govern', 'L08-ntbr'],
  ['/app/operate/corpus', 'Corpus and graph', 'Released objects, private cloud 2023 FPS3'],
  ['/app/settings/access', 'People and access', 'ada@northwind.example'],
] as const

describe('the frame of the casework app', { skip }, () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

  test('old addresses lead to their pages, with what stood in their query', async () => {
    for (const [path, { to, query }] of Object.entries(REDIRECTS)) {
      const response = await fetch(`${url}/app${path === '/' ? '' : path}?target=x`, { redirect: 'manual' })
      const leads = new URL(response.headers.get('location') ?? '', url)
      assert.deepEqual([response.status, leads.pathname], [302, `/app${to}`], path)
      assert.deepEqual(Object.fromEntries(leads.searchParams), { target: 'x', ...query }, path)
    }
  })

  test('an address that leads nowhere says so and offers a way on', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/nowhere')
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
      await page.getByRole('link', { name: 'Go home' }).click()
      await page.waitForURL('**/app/home')
    }))

  for (const [path, title, content] of PLACES)
    test(`${path} is there, in both looks and on a telephone`, () =>
      inBrowser(url, async (page) => {
        await page.goto(path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await page.getByText(content).first().waitFor()
        await isInOrder(page)
      }))

  test('who is no admin is told which role is missing and whom to ask', () =>
    inBrowser(url, async (page) => {
      await page.route('**/api/casework/access/me', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), role: 'viewer', may: [] } })
      })
      await page.goto('/app/settings/access')
      await page.getByRole('heading', { name: 'This needs the role admin' }).waitFor()
      await page.getByText(/You are viewer\. Ask Ada Norling/).waitFor()
      assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).count(), 0)
    }))

  test('the palette is opened, asked and left by keyboard alone', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/govern')
      await page.getByRole('heading', { level: 1, name: 'Govern' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('VBAK')
      await page.getByRole('option', { name: /Look up/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/app/investigate?*q=VBAK*')
      await page.getByText('VBAK').first().waitFor()
      await page.locator('body').press('g')
      await page.locator('body').press('c')
      await page.waitForURL('**/app/cases*')
    }))
})

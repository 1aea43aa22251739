// Every public page: usable by everyone, in light and dark, on a telephone, and true to its own policy.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { testServer } from '../server.ts'
import { inBrowser, looks, skip } from './browser.ts'

const PAGES = {
  'the start': '/',
  'the directory': '/vendors?sort=name',
  'a vendor': '/vendors/hobbinlake',
  'a trust page': '/trust/northwind',
  'the errors': '/docs/errors',
  'the sign-in': '/session/login',
  'a page that is not there': '/trust/nobody',
}
const TELEPHONE = 390
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

describe('pages', { skip }, () => {
  let url: string
  before(async () => {
    url = (await testServer()).url
  })

  for (const [name, path] of Object.entries(PAGES))
    test(`${name} is in order on a desk and on a telephone, in light and in dark`, () =>
      inBrowser(url, async (page) => {
        await page.goto(path)
        for await (const _ of looks(page)) await examine(page)
      }))

  test('who is signed in finds the start in order on a telephone, and the question before signing out', () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto('/session/login?return_to=/')
        await page.getByRole('button', { name: 'Sign in with the demo account' }).click()
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
        await examine(page)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
        await examine(page)
      },
      { viewport: { width: TELEPHONE, height: 900 } },
    ))

  test('the reference shows the operations and asks nobody else', () =>
    inBrowser(url, async (page) => {
      await page.goto('/docs')
      await page.getByText('Vendors of the directory').first().waitFor()
      // What it fetches late is seen as well.
      await page.waitForLoadState('networkidle')
    }))
})

async function examine(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overhang <= 0, `the page is ${overhang} px wider than the window`)
  // In one piece: our pages have no frames, and the other way opens a further window for each result.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    [],
  )
}

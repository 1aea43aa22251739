// Every public page: usable by everyone, in light and dark, on a telephone, and true to its own policy.
import { before, describe, test } from 'node:test'
import { testServer } from '../server.ts'
import { examine, inBrowser, isInOrder, signIn } from './browser.ts'

const PAGES = {
  'the start': '/',
  'the directory': '/vendors?sort=name',
  'a vendor': '/vendors/hobbinlake',
  'a trust page': '/trust/northwind',
  'the errors': '/docs/errors',
  'the sign-in': '/session/login',
  'a forgotten password': '/auth/reset',
  'a page that is not there': '/trust/nobody',
}
const TELEPHONE = 390

describe('pages', () => {
  let url: string
  before(async () => {
    url = (await testServer()).url
  })

  for (const [name, path] of Object.entries(PAGES))
    test(`${name} is in order on a desk and on a telephone, in light and in dark`, () =>
      inBrowser(url, async (page) => {
        await page.goto(path)
        await isInOrder(page)
      }))

  test('who is signed in finds the start and the account in order on a telephone, and the question before signing out', () =>
    inBrowser(
      url,
      async (page) => {
        await signIn(page, '/')
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
        await examine(page)
        await page.getByRole('link', { name: 'Ada Norling' }).click()
        await page.getByRole('heading', { name: 'Your account' }).waitFor()
        await examine(page)
        await page.getByRole('link', { name: 'Back to Veritrace' }).click()
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
      // What it fetches late is seen as well. Not by `networkidle`, which a window that was used before may never reach.
      await page.waitForTimeout(500)
    }))
})

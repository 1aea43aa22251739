// Every public page: accessible, in light and dark, on a phone, and within its own policy.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Provenance } from '../../products/provenance/index.ts'
import { addClaim, addSource, addVendor } from '../../products/provenance/vendors/testing.ts'
import { testServer } from '../server.ts'
import { inBrowser, signIn } from './browser.ts'
import { AT_NIGHT, BROKEN_OUT, examine, isInOrder, staysInside } from './in-order.ts'

const PAGES = {
  'the home page': '/',
  'the directory': '/vendors?sort=name',
  'a vendor': '/vendors/hobbinlake',
  'a trust page': '/trust/northwind',
  'the docs': '/docs',
  'a guide': '/docs/guides/errors',
  'the search of the docs': '/docs/search?q=webhook',
  'the API reference': '/docs/api/graph/statements',
  'the error codes': '/docs/errors',
  'the event types': '/docs/events',
  'the sign-in page': '/session/login',
  'the forgotten password page': '/auth/reset',
  'the page for a lost link': '/access',
  'a missing page': '/trust/nobody',
}
const TELEPHONE = 390
const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(8)

describe('pages', () => {
  let url: string
  before(async () => {
    url = (await testServer()).url
  })

  for (const [name, path] of Object.entries(PAGES))
    test(`${name} is accessible on a phone in the dark and on a desktop in the light`, () =>
      inBrowser(
        url,
        async (page) => {
          await page.goto(path)
          await isInOrder(page)
        },
        { ...AT_NIGHT, goesOn: true },
      ))

  test('the home page, the account page and the sign-out page are accessible on a phone', () =>
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

  test('a long profile expands part by part without a script, and its long words fit on a phone', async () => {
    const { platform } = await testServer()
    // The shared database has the tables of all products.
    const deps = platform as unknown as Pick<Provenance, 'db' | 'clock'>
    const { id, slug } = await addVendor(deps, { display_name: LONG, opted_out: true })
    const source = await addSource(deps, id, 'subprocessors', { url: `https://long.test/${LONG}` })
    const said = { snippet: LONG, claim_text: LONG, details: JSON.stringify({ purpose: LONG, location: LONG }) }
    for (let i = 0; i < 12; i++)
      await addClaim(deps, id, source, ['subprocessor', 'uses_subprocessor', `${i}${LONG}`], said)
    for (let i = 0; i < 6; i++) await addClaim(deps, id, source, ['encryption', `at_rest_${i}`, LONG], said)
    for (let i = 0; i < 9; i++) await addClaim(deps, id, source, ['certification', 'holds', `${LONG}${i}`], said)
    await inBrowser(
      url,
      async (page) => {
        await page.goto(`/vendors/${slug}`)
        assert.deepEqual(await page.evaluate(BROKEN_OUT), [])
        const proofs = page.getByRole('link', { name: 'proof' })
        const shown = await proofs.filter({ visible: true }).count()
        assert.ok(shown < 20, `${shown} at first`)
        for (const name of ['Show all 12 subprocessors', 'Show all 9 certifications', 'Show all 6 claims']) {
          await page.locator('summary').filter({ hasText: name }).focus()
          await page.keyboard.press('Enter')
        }
        assert.equal(await proofs.filter({ visible: true }).count(), 27)
        await page.getByText('Show fewer').first().waitFor()
        assert.deepEqual(await page.evaluate(BROKEN_OUT), [])
        // In print there is only the profile, without navigation.
        await page.emulateMedia({ media: 'print' })
        assert.equal(await page.locator('nav, form, summary, footer').filter({ visible: true }).count(), 0)
        await page.emulateMedia({ media: null })
        await isInOrder(page)
        await page.setViewportSize({ width: TELEPHONE, height: 900 })
        await page.goto('/vendors?q=donaudampfschifffahrtsgesellschaft')
        assert.deepEqual(await page.evaluate(BROKEN_OUT), [])
        await staysInside(page)
      },
      { viewport: { width: TELEPHONE, height: 900 } },
    )
  })

  test('a reader searches the docs, opens an operation with its errors, and finds the menu on a phone', () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto('/docs')
        await page.getByRole('searchbox', { name: 'Search the docs' }).fill('assert statement')
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name: /Assert a statement/ }).click()
        await page.waitForURL(/\/docs\/api\/graph\/statements#/)
        await page.locator('.op:target').getByText('Errors', { exact: true }).click()
        await page.getByRole('link', { name: 'shape_violated' }).first().click()
        await page.waitForURL(/\/docs\/errors#shape_violated$/)
        await page.getByRole('link', { name: 'Menu' }).click()
        await page.getByRole('navigation', { name: 'Docs' }).getByText('Operate').click()
        await page.getByRole('link', { name: 'Configuration', exact: true }).click()
        await page.getByRole('heading', { name: 'Configuration', level: 1 }).waitFor()
      },
      { viewport: { width: TELEPHONE, height: 900 } },
    ))
})

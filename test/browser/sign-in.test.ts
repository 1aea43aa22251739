// Signing in and out as a user does it.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fillEverywhere } from '@veritrace/platform/identity/users/testing'
import { createUser } from '@veritrace/platform/identity/users/users'
import { newId } from '@veritrace/platform/ids'
import type { Page } from 'playwright-core'
import { DEMO_ACCOUNT } from '../../apps/server/demo.ts'
import { testServer } from '../server.ts'
import { inBrowser } from './browser.ts'
import { AT_NIGHT, isInOrder } from './in-order.ts'

const NAME = 'Ada Norling'
const header = (page: Page) => page.getByRole('banner')

describe('signing in', () => {
  let url: string
  before(async () => {
    url = (await testServer()).url
  })

  test('by keyboard alone a wrong password is corrected, the right one returns to the page, and signing out ends the session', () =>
    inBrowser(url, async (page) => {
      await page.goto('/')
      assert.equal(await header(page).getByText(NAME).count(), 0)
      assert.deepEqual(await tabThrough(page), await reachable(page))
      await page.getByRole('link', { name: 'Sign in' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/auth/interaction/*')
      // The email field has the focus, so that users can start typing.
      await page.locator('input[name=email]:focus').waitFor()
      await page.keyboard.type(DEMO_ACCOUNT.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type('not this one')
      await page.keyboard.press('Enter')

      assert.match(await page.getByRole('alert').innerText(), /That did not match/)
      assert.match(await page.title(), /^Error/)
      assert.equal(await page.getByLabel('Email').inputValue(), DEMO_ACCOUNT.email)
      assert.equal(await page.getByLabel('Password').inputValue(), '')
      assert.deepEqual(await tabThrough(page), await reachable(page))
      await page.getByLabel('Password').focus()
      await page.keyboard.type(DEMO_ACCOUNT.password)
      await page.keyboard.press('Enter')

      await page.waitForURL(`${url}/`)
      await header(page).getByText(NAME).waitFor()
      assert.deepEqual(await tabThrough(page), await reachable(page))
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'veritrace_session')
      assert.deepEqual(
        { httpOnly: cookie?.httpOnly, sameSite: cookie?.sameSite, path: cookie?.path, domain: cookie?.domain },
        { httpOnly: true, sameSite: 'Lax', path: '/', domain: 'localhost' },
      )
      assert.equal(await page.evaluate('document.cookie'), '')

      await signOut(page)
      await page.waitForURL(`${url}/`)
      await header(page).getByRole('link', { name: 'Sign in' }).waitFor()
      assert.equal(await header(page).getByText(NAME).count(), 0)
      const left = (await page.context().cookies()).map(({ name }) => name)
      assert.ok(!left.includes('veritrace_session'))
      await page.goto('/session/login')
      await page.getByLabel('Password').waitFor()
    }))

  test('while others try passwords, the right password and an emailed link sign in, on a phone too', async () => {
    const { platform } = await testServer()
    const email = `${newId('p')}@example.com`
    await createUser(platform, { email, displayName: 'Grace', password: 'correct horse battery' })
    await fillEverywhere(platform, email)
    await inBrowser(
      url,
      async (page) => {
        await page.goto('/session/login')
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password').fill('correct horse battery')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('heading', { name: 'Check your email' }).waitFor()
        await isInOrder(page)
        const link = page.locator('a', { hasText: '/link/' }).first()
        for (let tries = 0; tries < 40 && (await link.count()) === 0; tries++) {
          await page.goto('/demo/mail')
          await page.waitForTimeout(250)
        }
        await link.click()
        await page.getByRole('heading', { name: 'Finish signing in' }).waitFor()
        await isInOrder(page)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Your account has no workspace' }).waitFor()
        const known = (await page.context().cookies()).find(({ name }) => name === 'veritrace_browser')
        assert.deepEqual([known?.httpOnly, known?.sameSite], [true, 'Lax'])
      },
      { ...AT_NIGHT, expected: /403/ },
    )
  })
})

/** The provider asks for confirmation, because any application could send someone there. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** All interactive elements, in reading order. */
const reachable = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), [tabindex]')].map((one) => one.name || one.innerText)`,
  )

/** The elements that the Tab key reaches from the top, each with a visible focus outline. */
async function tabThrough(page: Page): Promise<string[]> {
  // Clicking an empty area puts the focus at the top.
  await page.mouse.click(1, 1)
  const reached: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const [name, outline] = await page.evaluate<[string, string]>(
      `[document.activeElement.name || document.activeElement.innerText, getComputedStyle(document.activeElement).outlineStyle]`,
    )
    const isLast = await page.evaluate<boolean>('document.activeElement === document.body')
    if (isLast || reached.length > 200) return reached
    assert.notEqual(outline, 'none', `“${name}” does not show that it has the focus`)
    reached.push(name)
  }
}

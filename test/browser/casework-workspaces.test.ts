// Workspaces in the casework app: created, opened, renamed, archived and restored, and the page for a wrong ID.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { workspaces } from '@veritrace/contract/workspaces'
import type { Page } from 'playwright-core'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { inBrowser } from './browser.ts'
import { demoApi } from './demo-api.ts'
import { AT_NIGHT, examine, isInOrder } from './in-order.ts'

const PAGE = '/app/settings/workspaces'

describe('workspaces in the casework app', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })
  const rowOf = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  const act = async (page: Page, name: string, action: string) => {
    await rowOf(page, name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  test('a workspace is created from the menu by keyboard, and opens empty', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/home')
      await page.getByRole('button', { name: /^Workspace: / }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'New workspace…' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Überprüfung 2027')
      assert.equal(await page.getByRole('textbox', { name: 'ID', exact: true }).inputValue(), 'uberprufung-2027')
      await examine(page)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/app/home?workspace=uberprufung-2027')
      await page.getByRole('button', { name: 'Workspace: Überprüfung 2027' }).waitFor()
      await page.getByRole('heading', { name: 'See how ready your code is' }).waitFor()
      await demoApi(url, workspaces).archive({ params: { id: 'uberprufung-2027' } })
    }))

  test('a workspace is renamed, archived and restored on its page, and shows a banner while archived', async () => {
    await demoApi(url, workspaces).create({ body: { id: 'lab', name: 'Lab' } })
    await inBrowser(
      url,
      async (page) => {
        await page.goto(PAGE)
        await rowOf(page, 'Lab').waitFor()
        await isInOrder(page)
        await act(page, 'Lab', 'Rename…')
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Laboratory')
        await page.keyboard.press('Enter')
        await act(page, 'Laboratory', 'Archive…')
        await page.getByRole('button', { name: 'Archive', exact: true }).click()
        await page.getByText('Archived Laboratory').waitFor()
        await page.goto('/app/home?workspace=lab')
        await page.getByText('This workspace is archived and read-only.').waitFor()
        await examine(page)
        await page.getByRole('button', { name: 'Restore' }).click()
        await page.getByText('This workspace is archived and read-only.').waitFor({ state: 'detached' })
        await demoApi(url, workspaces).archive({ params: { id: 'lab' } })
      },
      AT_NIGHT,
    )
  })

  test('an existing ID is rejected in the dialog, which retains the input', () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto(PAGE)
        await page.getByRole('button', { name: 'New workspace' }).click()
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Demo')
        await page.getByRole('button', { name: 'Create workspace' }).click()
        await page.getByText('A workspace “demo” already exists.').waitFor()
        assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Demo')
        await page.getByRole('textbox', { name: 'ID', exact: true }).fill('No Slug')
        await page.getByText('Use lowercase letters, digits and hyphens').waitFor()
      },
      { expected: /status of 409/ },
    ))

  test('a URL with a mistyped workspace shows an error and suggests the nearest', async () => {
    await demoApi(url, workspaces).create({ body: { id: 'takeover', name: 'Takeover' } })
    await inBrowser(
      url,
      async (page) => {
        await page.goto('/app/cases?workspace=takeovre')
        await page.getByRole('heading', { name: 'There is no workspace “takeovre”' }).waitFor()
        await isInOrder(page)
        await page.getByRole('link', { name: 'Open takeover' }).click()
        await page.waitForURL('**/app/home?workspace=takeover')
        await page.getByRole('button', { name: 'Workspace: Takeover' }).waitFor()
      },
      { expected: /status of 404/ },
    )
    await demoApi(url, workspaces).archive({ params: { id: 'takeover' } })
  })

  test('a list that fails to load shows an error and can be retried', () =>
    inBrowser(
      url,
      async (page) => {
        await page.route('**/api/casework/workspaces?*', (route) =>
          route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"Internal error"}' }),
        )
        await page.goto(PAGE)
        await page.getByText('Could not load this').waitFor()
        await page.unroute('**/api/casework/workspaces?*')
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByRole('heading', { name: 'Active' }).waitFor()
      },
      { expected: /status of 500/ },
    ))
})

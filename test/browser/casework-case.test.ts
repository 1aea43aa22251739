// A first project with its readiness, and a case from its question to an approved plan, as a user does it.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { PHASES, type Phase } from '@veritrace/contract/casework/app-routes'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { planReviews } from '@veritrace/contract/casework/plan-reviews'
import { projects } from '@veritrace/contract/casework/projects'
import { client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import type { Page } from 'playwright-core'
import { fetchToken, makeDemoClient } from '../../apps/server/demo-token.ts'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { asPerson, inBrowser, inFocus, visit, withShortPages } from './browser.ts'
import { demoApi } from './demo-api.ts'
import { isInOrder } from './in-order.ts'

const TITLE = 'Order objects reach the target'
const A_RUN_MS = 60_000
/** Length of shortened lists, enough for the accessibility checks. */
const PAGE = 5
/** Text that is visible once a phase has loaded. */
const SIGNS: Readonly<Record<Phase, string>> = {
  corpus: 'pieces of evidence',
  resolve: 'Accepted',
  graph: 'Select a fix',
  plan: 'Lift curve',
  review: 'Next steps',
}

describe('a case', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
    // Without active projects, whatever other tests have created.
    const made = demoApi(url, projects)
    for (const { id } of (await made.list({ query: { status: 'active', limit: 200 } })).items)
      await made.update({ params: { id }, body: { status: 'archived' } })
  })

  test('a first visit leads to the readiness of the sample project', () =>
    inBrowser(
      url,
      async (page) => {
        await page.goto('/app/home')
        await page.getByRole('heading', { name: 'See how ready your code is' }).waitFor()
        await isInOrder(page)
        await page.getByRole('button', { name: 'Load sample project' }).click()

        const readiness = page.getByRole('region', { name: 'Readiness' })
        await readiness.getByRole('img', { name: 'Acceptable: 44%, between 44% and 48%' }).waitFor({ timeout: 60_000 })
        await readiness.getByText('11 of 25 objects', { exact: true }).waitFor()
        await readiness.getByText('high confidence').waitFor()
        await page.getByRole('link', { name: 'Create a case for TCURR' }).waitFor()
        await page.getByText('has a successor now').first().waitFor()
        await isInOrder(page)

        await page.route('**/evidence/upload', () => {})
        await page.getByRole('button', { name: 'Add files' }).click()
        const file = { name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('on its way') }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('button', { name: 'Cancel upload of slow.txt' }).click()
        await page.getByText('Upload canceled. Nothing was stored.').waitFor()

        await page.getByRole('button', { name: 'What replaces HOLIDAY_CALENDAR_GET?' }).click()
        await page.getByText('CL_FHC_CALENDAR_RUNTIME').first().waitFor()
        await page.getByRole('button', { name: 'Source 1' }).first().click()
        await page
          .getByRole('dialog', { name: /private cloud 2023 FPS3/ })
          .getByText('/facts/')
          .waitFor()
      },
      { goesOn: true },
    ))

  test('a case goes from the sample project by keyboard to a plan that another user has approved', () =>
    inBrowser(
      url,
      async (page) => {
        const key = await openCase(page)
        await phase(page, 'Resolve')
        await page.getByRole('button', { name: 'Investigate', exact: true }).first().click()
        await page.reload()
        assert.equal(await currentPhase(page), 'Resolve')
        await leavesFocus(page)
        await acceptByKeyboard(page)
        await keepsReason(page)

        await phase(page, 'Plan')
        await page.getByRole('button', { name: 'Generate plan' }).click()
        await page.getByRole('button', { name: 'Generate', exact: true }).click()
        // Screen reader users can dismiss the message, too.
        await page.getByText(/^Plan 1 drafted/).waitFor()
        await page.getByRole('button', { name: 'Dismiss' }).first().waitFor()
        await page.getByText('Lift curve').waitFor()

        await phase(page, 'Review')
        await keepsComment(page)
        await page.getByRole('button', { name: 'Submit for review' }).click()
        await page.getByText('Needs someone other than its author').waitFor()
        await approve(key)
        // Updated by the events of the case, without reloading the page.
        await page.getByRole('button', { name: 'Start delivery' }).waitFor()

        // Reload so that no earlier message covers the phases, and with lists of more than one page.
        await withShortPages(page, /\/cases\/[^/]+\/(audit|evidence)\?/, PAGE)
        await withLongPast(page)
        await page.reload()
        for (const name of PHASES) {
          await phase(page, name)
          await page.getByText(SIGNS[name]).first().waitFor()
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
          await isInOrder(page)
        }
        await isWholeOnTelephone(page)
        await goesOnAfterPage(page, key)
        await showsWholePast(page)
      },
      { expected: /ERR_FAILED/ },
    ))

  async function openCase(page: Page): Promise<string> {
    await asPerson(page, url, '/app/cases?intent=new')
    const dialog = page.getByRole('dialog', { name: 'New case' })
    await dialog.getByLabel('Title').fill(TITLE)
    // Once the projects have loaded, the newest is selected.
    await dialog
      .getByRole('option', { name: /^Sample/ })
      .first()
      .waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Create case' }).click()
    await page.waitForURL('**/app/cases/CC-*')
    await page.getByRole('heading', { name: TITLE }).waitFor()
    return new URL(page.url()).pathname.split('/').pop()!
  }

  async function approve(key: string): Promise<void> {
    const plans = await as('reviewer', casePlans)
    const planId = (await plans.list({ params: { caseId: key } })).items[0]!.id
    const params = { caseId: key, planId }
    await (await as('reviewer', planReviews)).add({ params, body: { verdict: 'approve', body_md: '' } })
    const { plan } = await plans.step({ params, body: { transition: 'approve' } })
    assert.equal(plan.state, 'approved')
  }

  async function as<R extends Resource>(role: string, resource: R) {
    const token = await fetchToken(await makeDemoClient(url, { tenant: 'demo', products: ['casework'], role }))
    const scope = { 'x-tenant-id': 'demo', 'x-workspace-id': 'demo', 'x-context-id': 'default' }
    return client(resource, `${url}/api/casework`, (address, init) =>
      fetch(address, { ...init, headers: { ...init.headers, ...scope, authorization: `Bearer ${token}` } }),
    )
  }
})

/** All phases are visible with their names, and actions that are side by side on a desktop are in a menu. */
async function isWholeOnTelephone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await phase(page, 'Plan')
  await page.getByRole('button', { name: 'More plan actions' }).click()
  await page.getByRole('menuitem', { name: 'Generate' }).waitFor()
  const phases = page.getByRole('navigation', { name: 'Phases' })
  for (const name of PHASES) {
    const label = await phases.getByText(new RegExp(`^${name}$`, 'i')).boundingBox()
    assert.ok(label && label.width > 20 && label.height > 10, name)
  }
  const last = await phases.locator('a').last().boundingBox()
  assert.ok(last && last.x + last.width <= 390)
}

async function goesOnAfterPage(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const [address, what, list] of [
    ['phase=corpus', 'evidence', page.getByRole('region', { name: 'List of evidence' })],
    ['phase=review&view=record', 'entries', page.locator('section:has(> header)', { hasText: 'Chain verified' })],
  ] as const) {
    await visit(page, `/app/cases/${key}?${address}`)
    const rows = list.locator('ol > li')
    for (let shown = PAGE; shown < 3 * PAGE; shown += PAGE) {
      await rows.nth(shown - 1).waitFor()
      assert.equal(await rows.count(), shown, what)
      await page.getByRole('button', { name: `Show more ${what}` }).click()
    }
    await rows.nth(2 * PAGE).waitFor()
  }
}

const TOLD = 250
/** Simulates a case with much activity. */
const withLongPast = (page: Page): Promise<unknown> =>
  page.route(/\/events\?.*limit=/, (route) => {
    const { searchParams } = new URL(route.request().url())
    const [after, limit] = ['after', 'limit'].map((name) => Number(searchParams.get(name)))
    const items = Array.from({ length: Math.min(limit!, TOLD - after!) }, (_, i) => toldAs(after! + i + 1))
    return route.fulfill({ json: { items, next: '', total: TOLD } })
  })

/** The newest entries first, the rest on request. */
async function showsWholePast(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /activity/i })
    .first()
    .click()
  const list = page.getByRole('list', { name: 'Activity, newest first' })
  for (const shown of [100, 200]) {
    await list.getByText(`Told as ${TOLD - shown + 1}.`).waitFor()
    assert.equal(await list.getByRole('listitem').count(), shown)
    await page.getByRole('button', { name: 'Show more activity' }).click()
  }
  await list.getByText('Told as 1.').waitFor()
  assert.equal(await list.getByText(/^Told as/).count(), TOLD)
  assert.equal(await page.getByRole('button', { name: 'Show more activity' }).count(), 0)
  // The pressed button is gone, and the focus continues from there.
  assert.equal(await inFocus(page), 'End of list.')
}
const toldAs = (seq: number) => ({
  seq,
  type: 'case.updated',
  at: new Date().toISOString(),
  actor: { id: 'usr', name: 'Ada', kind: 'user' },
  message: `Told as ${seq}.`,
  data: {},
})

/** Selections and dialogs opened by a key do not move the focus. */
async function leavesFocus(page: Page): Promise<void> {
  const row = page.getByRole('row').nth(1)
  await row.getByRole('button').waitFor({ timeout: A_RUN_MS })
  await row.getByRole('checkbox').focus()
  const name = await inFocus(page)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Clear' }).waitFor()
  for (const key of ['r', 'd']) {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await inFocus(page), name, key)
    // After canceling, the selection is unchanged.
    assert.ok(await row.getByRole('checkbox').isChecked(), key)
  }
  await page.keyboard.press('Space')
}

/** Typed text and the selection are retained if sending fails; another attempt is one click. */
async function keepsReason(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Reject', exact: true })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  const bar = page.getByRole('toolbar', { name: 'Decide on the selection' })
  await page.getByRole('row').getByRole('checkbox').last().click()
  await bar.getByRole('button', { name: 'Reject' }).click()
  await reason.fill('Used once a year')
  const recommendations = /\/recommendations\/[^/]+$/
  await page.route(recommendations, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('The decision was not saved').first().waitFor()
  assert.equal(await reason.inputValue(), 'Used once a year')
  await page.unroute(recommendations)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await bar.count(), 0)
  // The message about the previous attempt disappears.
  await page.getByText('The decision was not saved').first().waitFor({ state: 'detached' })
}

/** Unsent text is restored after a reload, and deleted when it is discarded. */
async function keepsComment(page: Page): Promise<void> {
  const TYPED = 'Not before the year is closed'
  const field = page.getByRole('textbox', { name: 'Comment on the plan' })
  await page.getByRole('button', { name: 'Comment on the plan' }).click()
  await field.fill(TYPED)
  await page.reload()
  await field.waitFor()
  assert.equal(await field.inputValue(), TYPED)
  await page.locator('form').filter({ has: field }).getByRole('button', { name: 'Cancel' }).click()
  await phase(page, 'Plan')
  await phase(page, 'Review')
  await page.getByRole('button', { name: 'Comment on the plan' }).waitFor()
  assert.equal(await field.count(), 0)
}

/** Goes down to a recommendation whose option stays below the target, and presses A. */
async function acceptByKeyboard(page: Page): Promise<void> {
  const first = page.getByRole('row').nth(1).getByRole('button')
  await first.waitFor({ timeout: A_RUN_MS })
  // A key without a target is not offered.
  const keys = page.getByRole('region', { name: 'Recommendations' }).locator('footer')
  assert.doesNotMatch(await keys.innerText(), /accept/)
  // Works from anywhere on the page.
  await page.keyboard.press('j')
  await page.getByRole('complementary').getByRole('button', { name: 'Accept' }).waitFor()
  assert.match(await keys.innerText(), /accept/)
  // In the option that is selected in the side panel: it stays below the target, so someone must approve it.
  const ways = page.getByRole('group', { name: 'Options' }).getByRole('radio')
  const exempt = page.getByRole('group', { name: 'Options' }).getByRole('radio', { name: /exempt/i })
  // Writing objects come first, and for them an exemption is not enough.
  for (let down = 0; down < 20 && (await exempt.count()) === 0; down++) {
    const title = await page.getByRole('complementary').getByRole('heading').first().innerText()
    await page.keyboard.press('j')
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: title, exact: true })
      .waitFor({ state: 'detached' })
  }
  await exempt.first().check()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Accept with an exemption' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await ways.first().check()
  // A second press before the response sends nothing that could be rejected.
  const recommendation = /\/recommendations\/[^/]+$/
  let sent = 0
  await page.route(recommendation, async (route) => {
    sent++
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await page.getByText(/^Accepted by/).waitFor()
  assert.doesNotMatch(await keys.innerText(), /accept/)
  await page.unroute(recommendation)
  assert.equal(sent, 1)
}

const phase = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Phases' })
    .getByRole('link', { name: new RegExp(`^${name}`, 'i') })
    .click()

const currentPhase = async (page: Page): Promise<string> => {
  const text = await page.locator('[aria-current=step]').innerText()
  return /Corpus|Resolve|Graph|Plan|Review/.exec(text)?.[0] ?? text
}

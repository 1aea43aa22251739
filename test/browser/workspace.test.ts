// The customer's workspace: every page, and the usual tasks.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { pages } from '@veritrace/contract/provenance/pages'
import { systemCaller } from '@veritrace/platform/caller'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { inBrowser, visit } from './browser.ts'
import { demoApi } from './demo-api.ts'
import { AT_NIGHT, isInOrder } from './in-order.ts'

const PLACES = [
  ['/workspace', 'Northwind Analytics', 'Needs attention'],
  ['/workspace/pages', 'Trust pages', 'Northwind Analytics'],
  ['/workspace/pages/northwind', 'Northwind Analytics', 'Introduction'],
  ['/workspace/requests', 'Requests', 'Security questionnaire, 84 questions'],
  ['/workspace/evidence', 'Evidence', 'Cyber insurance certificate'],
  ['/workspace/vendors', 'Vendors', 'Hobbinlake Cloud'],
  ['/workspace/statements', 'Statements', /statement/i],
  ['/workspace/audit-log?action=page.publish', 'Audit log', 'page.publish'],
  ['/workspace/billing', 'Billing', 'Included in your plan'],
  ['/workspace/settings/organization', 'Settings', 'Export your data'],
  ['/workspace/settings/members', 'Settings', 'Ben Ilves'],
  ['/workspace/settings/api-keys', 'Settings', 'New key'],
  ['/workspace/settings/webhooks', 'Settings', 'No webhook yet'],
  ['/workspace/settings/notifications', 'Settings', 'Frequency'],
  ['/workspace/settings/storage', 'Settings', 'Stored evidence'],
] as const

describe('the workspace', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

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
        // The status of a webhook that is not set up.
        { ...AT_NIGHT, goesOn: true, expected: /status of 404/ },
      ))

  test('an unknown path shows an error, and the search leads on', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/workspace/nowhere')
        await page.getByRole('heading', { name: 'Page not found' }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill('insurance')
        await page.getByRole('link', { name: /Cyber insurance certificate/ }).waitFor()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/workspace/evidence/*')
        await page.getByRole('heading', { level: 1, name: 'Cyber insurance certificate' }).waitFor()
      },
      { goesOn: true },
    ))

  test('a new page shows what it lacks with links; a conflicting edit is resolved by the second user', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/workspace/pages?intent=new')
        await page.getByLabel('Name').fill('Démo Page')
        assert.equal(await page.getByLabel('URL').inputValue(), 'demo-page')
        await page.getByRole('button', { name: 'Create page' }).dblclick()
        await page.getByText('Before you publish').waitFor()
        await page.getByRole('link', { name: 'Add a contact' }).click()
        assert.equal(await page.evaluate('document.activeElement.id'), 'security_contact')

        const headline = page.getByRole('textbox', { name: 'Headline' })
        await headline.fill('Ours')
        await demoApi(url, pages, '/api/provenance/v1').update({
          params: { slug: 'demo-page' },
          body: { headline: 'Theirs' },
        })
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Someone else changed this while you were editing').waitFor()
        await page.getByRole('button', { name: 'Use their version' }).click()
        await page.getByText(/^Unsaved:/).waitFor({ state: 'detached' })
        assert.equal(await headline.inputValue(), 'Theirs')
      },
      { goesOn: true, expected: /status of 412/ },
    ))

  test('a file is uploaded and waits for its review', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/workspace/evidence?intent=new')
        const file = { name: 'SOC_2_report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(String(Date.now())) }
        await page.locator('input[type=file]').setInputFiles(file)
        assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'SOC 2 report')
        await page.getByRole('button', { name: 'Upload', exact: true }).click()
        await page.waitForURL('**/workspace/evidence/evd_*')
        await page.getByRole('button', { name: 'Start review' }).waitFor()
      },
      { goesOn: true },
    ))

  test('a request is recorded and moves from stage to stage', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/workspace/requests?intent=new')
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Kind').selectOption('security_question')
        await dialog.getByLabel('Subject').fill(`Who reads the logs? ${Date.now()}`)
        await dialog.getByLabel('Name').fill('Mira Feld')
        await dialog.getByLabel('Email').fill('mira@fjordbank.example')
        await dialog.getByRole('button', { name: 'Create request' }).click()
        const stage = page.locator('li[aria-current=step] h3')
        await stage.getByText('Intake').waitFor()
        await page.getByRole('button', { name: 'Complete' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
        await stage.getByText('Triage').waitFor()
      },
      { goesOn: true },
    ))

  test('a key is shown once, and cannot be closed by accident', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/workspace/settings/api-keys')
        await page.getByRole('button', { name: 'New key' }).click()
        await page.getByLabel('Name').fill('Exporter')
        await page.getByRole('button', { name: 'Create key' }).dblclick()
        const shown = page.getByRole('dialog', { name: 'Your new key' })
        assert.match(await shown.locator('code').innerText(), /^vk_[0-9a-f]{8}_/)
        await page.keyboard.press('Escape')
        await shown.getByText('You won’t be able to see it again').waitFor()
        await shown.getByRole('button', { name: 'I’ve saved it' }).click()
        await shown.waitFor({ state: 'detached' })
        assert.equal(await page.getByRole('row', { name: /Exporter/ }).count(), 1)
      },
      { goesOn: true },
    ))

  test('an admin sees what a member owns, transfers a key and removes the member', async () => {
    const { platform } = await testServer()
    const { db, clock, identity } = platform
    const tenant = await ensureTenant(db, { id: 'demo', displayName: 'Demo' })
    const id = newId('usr')
    const row = { tenant_id: tenant.id, user_id: id, role: 'admin', email: null, joined_at: clock.now() } as const
    await insertMember(db, { ...row, display_name: 'Dana Voss' })
    const dana = {
      ...systemCaller(tenant.id, tenant.customer_id),
      actor: { type: 'user' as const, id, label: 'Dana Voss' },
    }
    await identity.keys.create(dana, { name: 'Needed', role: 'admin' })
    await identity.keys.create(dana, { name: 'Forgotten', role: 'viewer' })
    await inBrowser(url, async (page) => {
      await visit(page, '/workspace/settings/members')
      await page.getByRole('button', { name: 'Remove Dana Voss' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove Dana Voss?' })
      const needed = dialog.getByLabel('API keys: Needed')
      // A viewer cannot take over the key of an admin.
      assert.ok(await needed.locator('option', { hasText: 'Ben Ilves (needs admin)' }).isDisabled())
      await needed.selectOption({ label: 'Transfer to Ada Norling' })
      await dialog.getByText('Transferred keys and clients keep their secrets').waitFor()
      await isInOrder(page)
      await dialog.getByRole('button', { name: 'Remove member' }).dblclick()
      await page.getByText('Dana Voss was removed').waitFor()
      await page.getByRole('row', { name: /Dana Voss/ }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'API keys' }).click()
      await page
        .getByRole('row', { name: /Needed/ })
        .getByText('transferred to Ada Norling')
        .waitFor()
      await page
        .getByRole('row', { name: /Forgotten/ })
        .getByText('revoked', { exact: true })
        .waitFor()
    })
  })
})

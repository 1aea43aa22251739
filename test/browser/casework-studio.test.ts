// The studio and the permalink of a bundle, as a user uses them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bundles } from '@veritrace/contract/casework/bundles'
import { cases } from '@veritrace/contract/casework/cases'
import type { Page } from 'playwright-core'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { asPerson, inBrowser, visit } from './browser.ts'
import { demoApi } from './demo-api.ts'
import { examine } from './in-order.ts'

const DESK = { viewport: { width: 1440, height: 900 } }
const TELEPHONE = { viewport: { width: 390, height: 844 } }
const A_RUN = { timeout: 30_000 }
/** Several successors are listed for what it reads. */
const SEVERAL = 'REPORT zmm_names.\nSELECT SINGLE matnr FROM mara INTO @DATA(material).'
const SOURCE = 'REPORT zsd_orders.\nSELECT vbeln FROM vbak INTO TABLE @DATA(orders).'

describe('the studio', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

  test('a source is classified: its line is marked, its uses are listed, and a reload restores it', () =>
    inBrowser(
      url,
      async (page) => {
        await asPerson(page, url, '/app/studio')
        await page.getByRole('textbox', { name: 'Source' }).click()
        await page.keyboard.insertText(SOURCE)
        // The text is restored after a reload, and after visiting another page.
        await page.reload()
        await page.getByText('FROM vbak').waitFor()
        await visit(page, '/app/cases')
        await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
        await visit(page, '/app/studio')
        await page.getByText('FROM vbak').waitFor()
        await page.getByRole('button', { name: 'Classify' }).click()
        await page.locator('.level-mark[data-code=C]').waitFor()
        const used = page.getByRole('list', { name: 'Objects that ZSD_ORDERS uses' })
        assert.match(
          await used.getByRole('listitem').first().innerText(),
          /^C\s[\s\S]*VBAK\s+read[\s\S]*I_SALESDOCUMENT/,
        )
        await examine(page)

        assert.match(page.url(), /generation=gen_/)
        const editor = page.getByRole('textbox', { name: 'Source' })
        const pack = page.waitForResponse('**/packs/*')
        await page.route('**/studio/generations/gen_*', async (route) => {
          // It is loaded last: the editor exists already, and all that colors a line is known.
          await Promise.all([editor.waitFor(), pack])
          await route.continue()
        })
        await page.reload()
        await page.locator('.level-mark[data-code=C]').waitFor()
        assert.equal(await page.locator('.level-mark[data-code=C]').getAttribute('title'), 'Line 2, level C: VBAK')
        assert.match(await editor.innerText(), /FROM vbak/)
      },
      DESK,
    ))

  test('a pipeline that is interrupted by a reload continues, asks its questions, and ends with files', () =>
    inBrowser(
      url,
      async (page) => {
        await asPerson(page, url, '/app/studio')
        await cutFirst(page, '**/studio/pipeline')
        await page.getByRole('textbox', { name: 'Source' }).click()
        await page.keyboard.insertText(SEVERAL)
        await page.getByRole('button', { name: 'Run all steps' }).click()
        await page.waitForURL(/generation=gen_/)
        await page.reload()
        await page.getByText('1 decision needed').waitFor(A_RUN)
        const questions = page.getByRole('form', { name: 'Questions' })
        await questions.locator('input[value="successor:CDS_STOB:I_PRODUCT"]').check()
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('link', { name: /^Files\s*\d/ }).click(A_RUN)
        await page
          .getByRole('button', { name: /download/i })
          .first()
          .waitFor()
        await page.getByText('No open gaps.').waitFor()
        const mapping = page.getByRole('region', { name: 'Field mapping' })
        assert.match(await mapping.innerText(), /MATNR\s+Product\s/)
        await page.getByRole('button', { name: 'changes.diff' }).click()
        await page.getByText('+SELECT SINGLE Product AS matnr').waitFor()
        await examine(page)
        await page.getByRole('link', { name: /^Checks\s*\d/ }).click()
        await page.getByRole('region', { name: 'Lint' }).getByText('No findings').waitFor()
        await examine(page)
      },
      DESK,
    ))

  test('a phone gets the small studio, never a blank page', () =>
    inBrowser(
      url,
      async (page) => {
        await asPerson(page, url, '/app/studio')
        await page.getByText('The full Studio needs a wider window').waitFor()
        await page.getByRole('textbox', { name: 'Source' }).fill(SOURCE)
        await page.getByRole('button', { name: 'Classify' }).click()
        await page.getByRole('list', { name: 'Objects that ZSD_ORDERS uses' }).getByText('VBAK').first().waitFor()
        await examine(page)
      },
      TELEPHONE,
    ))

  test('a bundle verifies, and one with a single altered byte does not', () =>
    inBrowser(
      url,
      async (page) => {
        const { id, permalink } = await makeBundle(url)
        await page.goto(permalink)
        await page.getByRole('button', { name: 'Verify' }).click()
        await page.getByText('The content matches the digest.').waitFor()
        await examine(page)

        await page.route(`**/studio/generations/${id}`, async (route) => {
          const response = await route.fetch()
          const body = await response.text()
          const at = body.lastIndexOf('Orders, by one byte')
          await route.fulfill({ response, body: `${body.slice(0, at)}0${body.slice(at + 1)}` })
        })
        await page.reload()
        await page.getByRole('button', { name: 'Verify' }).click()
        await page.getByText('The content does not match the digest. It was altered.').waitFor()

        await visit(page, '/app/studio/bundle/gen_00000000000000000000000000')
        await page.getByText('Bundle not found').waitFor()
      },
      { ...DESK, expected: /404/ },
    ))
})

/** The first response ends after its first event, further ones are complete. */
async function cutFirst(page: Page, path: string): Promise<void> {
  let tries = 0
  await page.route(path, async (route) => {
    if (tries++ > 0) return route.continue()
    const response = await route.fetch()
    const [first] = (await response.text()).split('\n\n')
    await route.fulfill({ response, body: `${first}\n\n` })
  })
}

/** A case with one object, sealed immediately. */
async function makeBundle(url: string): Promise<{ id: string; permalink: string }> {
  const body = { title: 'Orders, by one byte', scope: { artifact_ids: ['TABL:VBAK'] } }
  const { key } = await demoApi(url, cases).create({ body })
  return demoApi(url, bundles).make({ params: { id: key }, body: { redact: false } })
}

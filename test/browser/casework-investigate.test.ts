// Home and Investigate as a person uses them: a first project, its readiness, and looking things up.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Server } from '../../apps/server/start.ts'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { openServer } from '../own-server.ts'
import { inBrowser, isInOrder, skip } from './browser.ts'
import { uploadTree } from './large-tree.ts'

describe('home and investigate', { skip }, () => {
  let url: string
  let server: Server
  after(() => server.close())
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    // With nothing in it, whatever other tests have made.
    server = await openServer({ APP_AUTH_MODE: 'demo', ROLES: 'web,worker' })
    url = server.url
  })

  test('a first visit leads from nothing to the readiness of the sample project', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/home')
      await page.getByRole('heading', { name: 'See how ready your code is' }).waitFor()
      await isInOrder(page)
      await page.getByRole('button', { name: 'Load the sample project' }).click()

      const readiness = page.getByRole('region', { name: 'Readiness' })
      await readiness.getByRole('img', { name: 'Acceptable: 44 %, between 44 % and 48 %' }).waitFor({ timeout: 30_000 })
      await readiness.getByText('11 of 25 objects', { exact: true }).waitFor()
      await readiness.getByText('high confidence').waitFor()
      await page.getByRole('link', { name: 'Make a case of TCURR' }).waitFor()
      await page.getByText('has a successor now').first().waitFor()
      await isInOrder(page)

      await page.getByRole('button', { name: 'What replaces HOLIDAY_CALENDAR_GET?' }).click()
      await page.getByText('CL_FHC_CALENDAR_RUNTIME').first().waitFor()
      await page.getByRole('button', { name: 'Source 1' }).first().click()
      await page
        .getByRole('dialog', { name: /private cloud 2023 FPS3/ })
        .getByText('/facts/')
        .waitFor()
    }))

  test('a name leads to its level, its successor and the record that says so', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/investigate')
      await page.getByLabel('A name or a question').fill('VBAK')
      await page.keyboard.press('Enter')
      const card = page.getByRole('article', { name: /VBAK is level C/ })
      await card.getByText('not acceptable', { exact: true }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('q'), 'VBAK')
      await card.getByText('Why this level?').click()
      await card.getByText('The list pce-2023-3 says notToBeReleased.').waitFor()
      await isInOrder(page)

      await card.getByRole('button', { name: 'Source 1' }).first().click()
      const source = page.getByRole('dialog')
      await source.getByText('CDS_STOB:I_SALESDOCUMENT').waitFor()
      await source.getByText('Apache-2.0').waitFor()
      await page.keyboard.press('Escape')
      await card.getByRole('button', { name: 'I_SALESDOCUMENT' }).click()
      await page.getByRole('article', { name: /I_SALESDOCUMENT is level A/ }).waitFor()
    }))

  test('a whole list is looked up at once', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/investigate?view=bulk')
      await page.getByLabel('Names').fill('VBAK\nFUNC BAPI_MATERIAL_SAVEDATA\nXYZZY')
      await page.getByRole('button', { name: 'Look up 3 names' }).click()
      await page.getByText('1 of 3 acceptable').waitFor()
      await page.getByText('not found', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Make a case of 1' }).waitFor()
    }))

  test('the corpus, a comparison and the graph show what is there', () =>
    inBrowser(url, async (page) => {
      await page.goto('/app/investigate?tab=corpus')
      await page.getByRole('button', { name: 'Guidance of SAP clean core' }).waitFor()
      await isInOrder(page)
      await page.getByRole('button', { name: 'Guidance of SAP clean core' }).click()
      await page.getByRole('button', { name: /Replace an object by its successor/ }).click()
      await page.getByRole('button', { name: 'VBAK' }).waitFor()

      await page.goto('/app/investigate?tab=compare')
      await page.getByRole('img', { name: /57 from Not listed to Released/ }).waitFor()
      await isInOrder(page)
      await page.getByRole('button', { name: 'Released → Deprecated 1' }).click()
      await page.getByText('1 of 1').waitFor()

      await page.goto('/app/investigate?tab=graph&start=TABL:VBAK&relations=has_successor')
      await page.getByRole('application', { name: 'Graph of 2 nodes and 1 edge.' }).waitFor()
      await isInOrder(page)
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('row', { name: /I_SALESDOCUMENT/ }).waitFor()
      await isInOrder(page)
    }))

  test('a graph of two thousand nodes is drawn, moved by keys, and is the same as a list', async () => {
    const start = await uploadTree(url)
    await inBrowser(
      url,
      async (page) => {
        await page.goto(`/app/investigate?tab=graph&${start}`)
        const graph = page.getByRole('application', { name: 'Graph of 2,000 nodes and 1,999 edges.' })
        await graph.focus({ timeout: 30_000 })
        const drawn = await graph.screenshot()
        await page.keyboard.press('Shift+ArrowRight')
        assert.ok(!drawn.equals(await graph.screenshot()), 'the picture has moved')
        await page.keyboard.press('ArrowRight')
        await page.getByRole('complementary', { name: 'Node' }).getByRole('heading', { name: 'ZCL_TREE_0' }).waitFor()
        await page.getByRole('button', { name: 'List', exact: true }).click()
        assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), '2001')
      },
      { reducedMotion: 'reduce' },
    )
  })
})

// Investigate as a user does: looking things up, comparing, and the graph.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { inBrowser, visit } from './browser.ts'
import { isInOrder } from './in-order.ts'
import { uploadTree } from './large-tree.ts'

describe('investigate', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

  test('a name leads to its level, its successor and the underlying record', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/investigate')
        await page.getByLabel('Name or question').fill('VBAK')
        await page.keyboard.press('Enter')
        const card = page.getByRole('article', { name: /VBAK is level C/ })
        await card.getByText('not acceptable', { exact: true }).waitFor()
        assert.equal(new URL(page.url()).searchParams.get('q'), 'VBAK')
        await card.getByText('Why this level?').click()
        await card.getByText('The list pce-2023-3 says “not to be released”.').waitFor()
        await isInOrder(page)

        await card.getByRole('button', { name: 'Source 1' }).first().click()
        const source = page.getByRole('dialog')
        await source.getByText('CDS_STOB:I_SALESDOCUMENT').waitFor()
        await source.getByText('Apache-2.0').waitFor()
        await page.keyboard.press('Escape')
        await card.getByRole('button', { name: 'I_SALESDOCUMENT' }).click()
        await page.getByRole('article', { name: /I_SALESDOCUMENT is level A/ }).waitFor()
      },
      { goesOn: true },
    ))

  test('a whole list is looked up at once', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/investigate')
        await page.getByLabel('Name or question').fill('VBAK, FUNC BAPI_MATERIAL_SAVEDATA, XYZZY')
        await page.keyboard.press('Enter')
        await page.getByText('1 of 3 acceptable').waitFor()
        await page.getByText('not found', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Create case from 1 object' }).waitFor()
      },
      { goesOn: true },
    ))

  test('the corpus, a comparison and the graph show their data', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/investigate?tab=corpus')
        await page.getByRole('button', { name: 'Guidance of SAP clean core' }).waitFor()
        await isInOrder(page)
        await page.getByRole('button', { name: 'Guidance of SAP clean core' }).click()
        await page.getByRole('button', { name: /Replace an object with its successor/ }).click()
        await page.getByRole('button', { name: 'VBAK' }).waitFor()
        // The steps of the guidance are numbered.
        const marks = await page.evaluate(`getComputedStyle(document.querySelector('article ol')).listStyleType`)
        assert.equal(marks, 'decimal')

        await page.getByRole('main').getByRole('link', { name: 'Compare' }).click()
        await page.getByRole('img', { name: /57 from Not listed to Released/ }).waitFor()
        await isInOrder(page)
        await page.getByRole('button', { name: 'Released → Deprecated 1' }).click()
        await page.getByText('1 of 1').waitFor()

        await visit(page, '/app/investigate?tab=graph&start=TABL:VBAK&relations=has_successor')
        await page.getByRole('application', { name: 'Graph of 2 nodes and 1 edge.' }).waitFor()
        await page.getByRole('button', { name: 'List', exact: true }).click()
        await page.getByRole('row', { name: /I_SALESDOCUMENT/ }).waitFor()
        await isInOrder(page)
      },
      { goesOn: true },
    ))

  test('nodes of a graph are selected with a lasso, by keyboard and in the list, and actions apply to them', () =>
    inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/investigate?tab=graph&start=TABL:VBAK&relations=has_successor')
        const graph = page.getByRole('application', { name: 'Graph of 2 nodes and 1 edge.' })
        const { x, y, width, height } = (await graph.boundingBox())!
        const around = async () => {
          await page.mouse.move(x + 4, y + 60)
          await page.mouse.down()
          for (const [to, down] of [[width - 4, 60], [width - 4, height - 4], [4, height - 4]] as const) // biome-ignore format: a way
            await page.mouse.move(x + to, y + down, { steps: 4 })
          await page.mouse.up()
        }
        const chosen = page.getByRole('toolbar', { name: 'Selection' })
        await page.keyboard.down('Shift')
        await around()
        await page.keyboard.up('Shift')
        await chosen.getByText('2 nodes selected').waitFor()
        assert.match(
          (await chosen.getByRole('link', { name: 'Create case' }).getAttribute('href'))!,
          /VBAK.+I_SALESDOCUMENT/,
        )
        await page.keyboard.press('Escape')
        await chosen.waitFor({ state: 'detached' })
        await page.keyboard.press('ArrowRight')
        await page.getByRole('complementary', { name: 'Node' }).getByRole('heading', { name: 'VBAK' }).waitFor()
        await page.keyboard.press('Space')
        await chosen.getByText('1 node selected').waitFor()
        await page.getByRole('button', { name: /^Lasso select/ }).click()
        await around()
        await chosen.getByText('2 nodes selected').waitFor()
        // Including the toolbar of the graph, which is the same without a selection.
        await isInOrder(page)

        await page.getByRole('button', { name: 'List', exact: true }).click()
        await page.getByRole('checkbox', { name: 'Select VBAK' }).uncheck()
        await chosen.getByText('1 node selected').waitFor()
        assert.ok(await page.getByRole('checkbox', { name: 'Select I_SALESDOCUMENT' }).isChecked())
        await chosen.getByRole('button', { name: 'Hide' }).click()
        await page.getByRole('row', { name: /I_SALESDOCUMENT/ }).waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Show 1 hidden' }).click()
        await page.getByRole('checkbox', { name: 'Select I_SALESDOCUMENT' }).check()
        await chosen.getByRole('button', { name: 'Expand' }).click()
        await page.waitForURL(/start=TABL%3AVBAK%2CCDS_STOB%3AI_SALESDOCUMENT/)
      },
      { goesOn: true },
    ))

  test('a graph of hundreds of nodes is drawn, moved by keyboard, and also available as a list', () =>
    inBrowser(
      url,
      async (page) => {
        // The page has cached the projects, but not the one created since.
        await visit(page, '/app/home')
        await page.getByRole('heading', { level: 1 }).waitFor()
        await visit(page, `/app/investigate?tab=graph&${await uploadTree(url, 500)}`)
        const graph = page.getByRole('application', { name: 'Graph of 500 nodes and 499 edges.' })
        await graph.focus({ timeout: 30_000 })
        const drawn = await graph.screenshot()
        await page.keyboard.press('Shift+ArrowRight')
        assert.ok(!drawn.equals(await graph.screenshot()), 'the picture has moved')
        await page.keyboard.press('ArrowRight')
        await page.getByRole('complementary', { name: 'Node' }).getByRole('heading', { name: 'ZCL_TREE_0' }).waitFor()
        await page.getByRole('button', { name: 'List', exact: true }).click()
        assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), '501')
      },
      { goesOn: true },
    ))
})

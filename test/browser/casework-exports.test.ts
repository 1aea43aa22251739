// Files that the casework app exports: findings as SARIF, and the classification of the workspace for Kernseife.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import { decisions } from '@veritrace/contract/casework/decisions'
import { projects } from '@veritrace/contract/casework/projects'
import type { Page } from 'playwright-core'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { inBrowser, visit } from './browser.ts'
import { DEMO_SCOPE, demoApi } from './demo-api.ts'
import { isInOrder } from './in-order.ts'
import { untilRead } from './large-tree.ts'

const FAILURE = {
  status: 422,
  contentType: 'application/problem+json',
  body: '{"detail":"The file cannot be written."}',
}

describe('exports of the casework app', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

  test('the ATC page exports the findings of the project as SARIF', async () => {
    const { id } = await demoApi(url, projects).create({ body: { name: 'Exported findings' } })
    const text = 'from_type;from_name;from_package;to_type;to_name;access;sites\nCLAS;ZCL_EXPORTED;Z;TABL;VBAK;write;1'
    await fetch(`${url}/api/casework/projects/${id}/evidence/upload`, {
      method: 'POST',
      headers: { ...DEMO_SCOPE, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'dependencies.csv', text }),
    })
    await untilRead(url, id)
    await inBrowser(
      url,
      async (page) => {
        await visit(page, `/app/govern?view=atc&project=${id}`)
        const { name, json } = await download(page, 'Export SARIF')
        assert.equal(name, 'findings.sarif')
        const { version, runs } = json as Sarif
        assert.equal(version, '2.1.0')
        assert.match(runs[0]!.results.map(({ message }) => message.text).join('\n'), /VBAK/)
        await page.getByText('Saved findings.sarif').waitFor()
        await isInOrder(page)

        await page.route('**/assets/findings', (route) => route.fulfill(FAILURE))
        await page.getByRole('button', { name: 'Export SARIF' }).click()
        await page.getByText('Could not export the file').first().waitFor()
        await page.getByText('The file cannot be written.').first().waitFor()
      },
      { expected: /status of 422/ },
    )
  })

  test('the corpus page exports the classification of the workspace for Kernseife', async (t) => {
    const api = demoApi(url, decisions)
    await inBrowser(
      url,
      async (page) => {
        await visit(page, '/app/investigate?tab=corpus')
        const overlay = await api.overlay({
          body: { type: 'TABL', name: 'ZEXPORTED', level: 'D', rationale: 'Only for this test of the export.' },
        })
        t.after(() => api.revoke({ params: { id: overlay.id } }))
        const { name, json } = await download(page, 'Export for Kernseife')
        assert.equal(name, 'classification-kernseife.json')
        const { objectClassifications } = json as Classification
        assert.deepEqual(
          objectClassifications.filter(({ objectKey }) => objectKey === 'ZEXPORTED').map(({ state }) => state),
          ['D'],
        )
        await isInOrder(page)

        const empty = { json: { formatVersion: '1', ratings: [], objectClassifications: [] } }
        await page.route('**/corpus/classification?*', (route) => route.fulfill(empty))
        await page.getByRole('button', { name: 'Export for Kernseife' }).click()
        await page.getByText('No classification to export').first().waitFor()

        await page.unroute('**/corpus/classification?*')
        await page.route('**/corpus/classification?*', (route) => route.fulfill(FAILURE))
        await page.getByRole('button', { name: 'Export for Kernseife' }).click()
        await page.getByText('Could not export the classification').first().waitFor()
        await page.getByText('The file cannot be written.').first().waitFor()
      },
      { expected: /status of 422/ },
    )
  })
})

interface Sarif {
  version: string
  runs: { results: { message: { text: string } }[] }[]
}
interface Classification {
  objectClassifications: { objectKey: string; state: string }[]
}

/** Clicks a button and reads the JSON file that the browser downloads. */
async function download(page: Page, button: string): Promise<{ name: string; json: unknown }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: file.suggestedFilename(), json: JSON.parse(await readFile(await file.path(), 'utf8')) }
}

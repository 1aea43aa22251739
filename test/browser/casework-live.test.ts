// Work in progress survives a reload, a dropped connection and a server restart.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { cases } from '@veritrace/contract/casework/cases'
import { freePort } from '@veritrace/platform/ports'
import { ownDatabase } from '@veritrace/platform/testing/db'
import type { Page } from 'playwright-core'
import { MIGRATIONS } from '../../apps/server/products.ts'
import type { Server } from '../../apps/server/start.ts'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { openServer } from '../own-server.ts'
import { inBrowser } from './browser.ts'
import { demoApi } from './demo-api.ts'

const QUESTION = 'What replaces HOLIDAY_CALENDAR_GET?'
const PATIENCE = { timeout: 60_000 }

describe('work that is under way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-live-'))
  let port: number
  let server: Server
  /** The same database after the restart. */
  let database: Record<string, string>
  const start = (roles: string) =>
    openServer({
      APP_AUTH_MODE: 'demo',
      // Alone, so that the app uses no other product.
      PRODUCTS: 'casework',
      ROLES: roles,
      PORT: String(port),
      DATA_DIR: folder,
      ...database,
    })
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    port = await freePort()
    database = await ownDatabase(MIGRATIONS)
    // No worker is running yet, so jobs wait.
    server = await start('web')
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a run can be canceled and restarted; with an answer it continues after a reload and a restart, in open pages', () =>
    inBrowser(
      server.url,
      async (page) => {
        const { key } = await demoApi(server.url, cases).create({
          body: { title: 'One table', scope: { artifact_ids: ['TABL:VBAK'] } },
        })
        await page.goto(`/app/cases/${key}?phase=resolve`)
        await page.getByRole('button', { name: 'Investigate', exact: true }).first().click()
        await page.getByText('Run 1: queued').waitFor()
        await page.reload()
        await page.getByText('Run 1: queued').waitFor()
        await page.getByRole('button', { name: 'Cancel run 1' }).click()
        await page.getByText('Run 1 was canceled and its results were discarded.').waitFor()
        await page.getByRole('heading', { name: 'No recommendations yet' }).waitFor()
        await page.getByRole('button', { name: 'Investigate again' }).click()
        await page.getByText('Run 2: queued').waitFor()

        const second = await page.context().newPage()
        const isBack = Promise.withResolvers<void>()
        const { isCut } = await cutStream(second, isBack.promise)
        await second.goto(`/app/investigate?q=${encodeURIComponent(QUESTION)}`)
        await isCut
        await server.close()
        server = await start('web,worker')
        isBack.resolve()
        const answer = await whole(second)
        assert.match(answer, /CL_FHC_CALENDAR_RUNTIME/)
        // As complete as an undisturbed one.
        await second.unroute('**/answer/stream')
        await second.reload()
        assert.equal(await whole(second), answer)

        await page.getByText('Run 2: queued').waitFor({ state: 'detached', ...PATIENCE })
        await page.getByRole('row').nth(1).getByRole('button').first().waitFor(PATIENCE)
      },
      { expected: /net::ERR_|Failed to fetch/ },
    ))
})

/** The first response breaks off in the middle of an event; further attempts wait until the server is back. */
async function cutStream(page: Page, back: Promise<void>): Promise<{ isCut: Promise<void> }> {
  const cut = Promise.withResolvers<void>()
  let tries = 0
  await page.route('**/answer/stream', async (route) => {
    if (tries++ > 0) return back.then(() => route.continue())
    const response = await route.fetch()
    const text = await response.text()
    assert.match(text, /event: done/)
    await route.fulfill({ response, body: text.slice(0, text.length / 2) })
    cut.resolve()
  })
  return { isCut: cut.promise }
}

/** The text of the answer once it is complete. */
async function whole(page: Page): Promise<string> {
  const answer = page.locator('[aria-busy=false]', { has: page.locator('[aria-live=polite]') }).first()
  await answer.waitFor(PATIENCE)
  return answer.locator('[aria-live=polite]').innerText()
}

// The page for people who find the crawler in their logs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteAnswer } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import { botPage } from './bot-page.ts'

const crawl = { agent: 'VeritraceBot', userAgent: 'VeritraceBot/1.0', delayMs: 2_000 } as Provenance['crawl']
const browser = {} as NonNullable<Provenance['browser']>

async function textOf(parts: Parameters<typeof botPage>[0]): Promise<string> {
  const page = (await botPage(parts).render({} as never)) as SiteAnswer
  return page.body.text
}

test('the page of the crawler says whether scripts are run', async () => {
  assert.match(await textOf({ crawl }), /<li>It runs no scripts\.<\/li>/)
  const rendering = await textOf({ crawl, browser })
  assert.match(rendering, /<li>Scripts run only on pages that are empty without them\./)
  assert.doesNotMatch(rendering, /no scripts/)
})

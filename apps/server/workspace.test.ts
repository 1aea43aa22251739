import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspacePages } from './workspace.ts'

const leadsTo = async (hasApp: boolean, rest?: string) => {
  const pages = workspacePages({ hasApp, isPublished: async (slug) => slug === 'northwind' })
  const page = pages.find(({ path }) => path === (rest === undefined ? '/workspace' : '/workspace/*'))!
  const params: Record<string, string> = rest === undefined ? {} : { '*': rest }
  return page.render({
    params,
    query: {},
    headers: {},
    visitor: { requestId: 'r', ip: '::1', userAgent: '' },
    isHead: false,
  })
}

test('the workspace leads to the app, or to the first page where no app is served', async () => {
  for (const rest of [undefined, '', 'evidence/ev_1', 'statements/st_1', 'pages/draft', 'pages', 'a//b']) {
    assert.deepEqual(await leadsTo(true, rest), { redirect: '/app' })
    assert.deepEqual(await leadsTo(false, rest), { redirect: '/' })
  }
})

test('the workspace of a page that is published leads to that page', async () => {
  for (const rest of ['pages/northwind', 'pages/northwind/disclosures'])
    assert.deepEqual(await leadsTo(true, rest), { redirect: '/trust/northwind' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspacePages } from './workspace.ts'

const answerOf = async (products: readonly string[], path = '/workspace/*') => {
  const page = workspacePages(products).find((one) => one.path === path)!
  const visitor = { requestId: 'r', ip: '::1', userAgent: '' }
  return page.render({ params: { '*': 'evidence/ev_1' }, query: {}, headers: {}, visitor, isHead: false })
}

test('every path of the workspace is its page', async () => {
  for (const path of ['/workspace', '/workspace/*']) {
    const answer = await answerOf(['provenance'], path)
    assert.ok(answer && 'app' in answer)
    assert.deepEqual([answer.app, answer.bare], ['workspace', true])
  }
})

test('without the directory the workspace redirects to the app, or to the home page', async () => {
  assert.deepEqual(await answerOf(['graph', 'casework']), { redirect: '/app' })
  assert.deepEqual(await answerOf(['graph']), { redirect: '/' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectOf } from '@veritrace/contract/casework/app-routes'

const table: [string, string, string | undefined][] = [
  ['/', '', '/home'],
  ['/overview', 'target=x', '/home?target=x'],
  ['/clean-core', '', '/govern'],
  ['/evidence', 'q=VBAK', '/investigate?q=VBAK'],
  ['/knowledge', '', '/investigate?tab=corpus'],
  ['/graph', 'tab=search&q=1', '/investigate?tab=graph&q=1'],
  ['/planner', '', '/cases?intent=new-plan'],
  ['/operate', '', '/operate/corpus'],
  ['/settings', 'target=x', '/settings/access?target=x'],
  ['/cases/cas_1/findings', 'target=x', '/cases/cas_1?target=x&phase=resolve'],
  ['/cases/cas_1/nothing', '', '/cases/cas_1'],
  ['/cases/cas_1', '', undefined],
  ['/home', '', undefined],
]

for (const [path, query, target] of table)
  test(`/app${path}${query && `?${query}`} ${target ? `redirects to /app${target}` : 'does not redirect'}`, () =>
    assert.equal(redirectOf(path, query), target))

// Cases through HTTP: opened, investigated, decided, estimated, bundled; what changes afterwards and what does not.
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import { fakeClock } from '@veritrace/platform/clock'
import type { Product } from '@veritrace/platform/product'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { casework, caseworkMigrations } from '../index.ts'
import { caseTenant } from './testing.ts'

let app: TestApp
let product: Product
const clock = fakeClock(new Date())
before(async () => {
  app = await openTestApp({ product: 'casework', migrations: [caseworkMigrations], clock }, async (platform) => {
    product = await casework(platform)
    return product
  })
})
after(() => app.close())

const open = () => caseTenant(app, () => product)
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

test('a case gets a key, its scope is measured at once, and an empty one is refused', async () => {
  const { project, open: openCase, cases, headers } = await open()
  const project_id = await project()
  const first = await openCase(project_id)
  const second = await openCase(project_id, { scope: { selector: { packages: ['ZMM'] } } })
  console.log(JSON.stringify(first,null,1))
  assert.deepEqual([first.key, second.key], ['CC-1', 'CC-2'])
  assert.deepEqual([first.scope.resolved_count, second.scope.resolved_count], [4, 2])
})

test('a run', async () => {
  const t = await open()
  const one = await t.open(await t.project())
  const run = await t.investigate(one.id)
  console.log(JSON.stringify(run,null,1))
  console.log(JSON.stringify(await t.recommended(one.id),null,1).slice(0,3000))
  console.log(JSON.stringify(await t.get(one.id),null,1).slice(0,3000))
  const second = await t.investigate(one.id)
  console.log(second.unchanged, second.outputs?.digest === run.outputs?.digest)
})

// A query starts before it is known whether the engine is up to date; callers must not notice.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { contextIri } from '../scope/rules.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { openGuesses } from './guesses.ts'
import { openSparqlApp, type SparqlApp, values } from './testing.ts'

const PLACE = { tenant: 't', workspace: 'w' }

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

test('a query sees what another process has written since the last one', async () => {
  const tenant = await app.tenant()
  const { platform } = app.app
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const writeElsewhere = (name: string, context: string) => {
    const line = `<urn:s> <urn:p> "${name}" <${contextIri(tenant.id, tenant.id, context)}> .`
    // The engine of this process is not notified.
    return transact(platform.db, (tx) => changeStatements(platform, tx, caller, { assert: [{ line }] }))
  }
  const found = async () => {
    const headers = { 'x-graph-scope': 'workspace' }
    return values(await app.ask(tenant, 'select ?o { { ?s ?p ?o } union { graph ?g { ?s ?p ?o } } }', { headers }), 'o')
  }
  assert.deepEqual(await found(), [])
  const expected: string[] = []
  for (const context of ['main', 'main', 'other']) {
    const name = `${expected.length}`
    await writeElsewhere(name, context)
    expected.push(name, ...(context === 'main' ? [name] : []))
    // Often enough that the next query guesses that nothing has changed, which is wrong.
    for (let times = 0; times < 12; times++) assert.deepEqual(await found(), expected.toSorted())
  }
})

test('a guess is made after many correct ones, and never if a request would have to wait', () => {
  let ready: number | undefined = 3
  const guesses = openGuesses({ engine: { readyAt: () => ready }, leases: { seqOf: () => undefined, want() {} } })
  const guess = (seq: number, contexts = ['a'], readCopies?: [string, string][]) => {
    const { state, holds } = guesses.take(PLACE)
    return [state?.seq, holds({ seq, contexts, ...(readCopies && { readCopies }) })]
  }
  const beQuiet = (seq: number, contexts?: string[]) => {
    for (let times = 0; times < 10; times++) assert.equal(guess(seq, contexts)[0], undefined)
  }
  beQuiet(3)
  assert.deepEqual(guess(3), [3, true])
  assert.deepEqual(guess(4), [3, false], 'another process has written')
  ready = 4
  beQuiet(4)
  assert.deepEqual(guess(4, ['a', 'b']), [4, false], 'a context is new')
  assert.deepEqual(guess(4, ['a', 'b']), [4, true])
  ready = undefined
  assert.deepEqual(guess(4, ['a', 'b']), [undefined, false])
  ready = 4
  assert.deepEqual(guess(4, ['a', 'b'], [['a', 'c']]), [4, false], 'a context is being replaced')
  beQuiet(4, ['a', 'b'])
  assert.deepEqual(guess(4, ['a', 'b']), [4, true])
})

test('a guess is certain if a lease excludes other changes and all numbers agree', () => {
  let ready = 3
  let leased: number | undefined = 3
  let wanted = 0
  const leases = { seqOf: () => leased, want: () => wanted++ }
  const guesses = openGuesses({ engine: { readyAt: () => ready }, leases })
  const isCertain = (seq: number) => {
    const guess = guesses.take(PLACE)
    guess.holds({ seq, contexts: ['a'] })
    return guess.isCertain
  }
  for (let times = 0; times < 10; times++) assert.equal(isCertain(3), false)
  assert.equal(wanted, 0)
  assert.equal(isCertain(3), true)
  assert.equal(wanted, 1)
  leased = undefined
  assert.equal(isCertain(3), false)
  ;[ready, leased] = [4, 4]
  assert.equal(isCertain(4), false, 'the contexts are those of the previous change')
  assert.equal(isCertain(4), true)
  ;[ready, leased] = [4, 5]
  assert.equal(isCertain(5), false, 'the engine has not seen the newest change')
})

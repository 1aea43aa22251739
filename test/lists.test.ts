// What a list costs depends on its page, not on how many rows there are: rows that the database reads are counted, never
// time. Written from the contract: a new list is asked without a new test, and fails until it has rows in lists/grown.ts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { MOST_COUNTED } from '@veritrace/contract/counts'
import { type Endpoint, isPaged, propertiesOf } from '@veritrace/contract/endpoint'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { sql } from 'kysely'
import type { Server } from '../apps/server/start.ts'
import { growAll } from './lists/grown.ts'
import { addRest } from './lists/more-rows.ts'
import { questionsOf } from './lists/questions.ts'
import { type Touched, touchedBy } from './lists/touched.ts'
import { type Customer, type Operation, openCustomer, openWorld, operations } from './lists/world.ts'

const FEW = 100
const MANY = 10_000
/** More than this, and it is not the page that costs: what is looked up beside it hardly ever takes more. */
const SLACK = 150
const TIMES = 3
const PAGES_DOWN = 4

/**
 * Lists that other services hold, one that is found in memory, workspaces, of which a plan allows 1,000 at most, and proposals
 * of a model, which this server does not have.
 */
const ELSEWHERE = [
  'GET /app/iam/{proxy_path}',
  'GET /app/billing/invoices',
  'GET /search',
  'GET /workspaces',
  'GET /app/crawls/proposals',
]
/**
 * Tables that a list reads as far as it has to, whatever its page, with what bounds that: ADR 56 says why. A word behind the
 * operation is the parameter that does it.
 */
const BY_NATURE: Record<string, readonly string[]> = {
  // Likeness is a matter of all names: those of one customer.
  'GET /app/search': ['provenance.evidence', 'provenance.pages', 'provenance.pinned_vendors', 'provenance.statements'],
  // How rare a word is can only be told of all texts.
  'GET /documents q': ['casework.documents'],
  'GET /guidance': ['casework.documents'],
  // A thing is listed once, whatever the number of lists that name it: they are as long as their publishers make them.
  'GET /artifacts': ['casework.facts'],
  // The subprocessors of one page stand in one order with their vendors.
  'GET /app/pages/{slug}/subprocessors': ['provenance.subprocessors'],
  'GET /app/pages published': ['provenance.subprocessors'],
  // All differences are counted; lists are as long as their publishers make them.
  'GET /corpus/compare': ['casework.facts', 'casework.evidence'],
  // The estate of a project is made of all its files, and what the workspace has decided itself changes codes.
  'GET /artifacts project_id': ['casework.evidence'],
  'GET /artifacts code': ['casework.decisions'],
  // Whether a piece is stale stands elsewhere: the pieces of one case are looked at.
  'GET /cases/{id}/evidence stale': ['casework.case_evidence'],
}

const isList = (endpoint: Endpoint): boolean =>
  isPaged(endpoint) || (endpoint.method === 'GET' && 'limit' in propertiesOf(endpoint.spec.query))
const lists = operations.filter(({ endpoint }) => isList(endpoint) && !ELSEWHERE.includes(endpoint.line))

interface Cost {
  touched: Touched
  next: string
  /** It says how many there are. */
  counts: boolean
}

let server: Server
let small: Customer
let big: Customer
/** By who asks what. */
const atFew = new Map<string, Cost>()

describe('lists', () => {
  before(async () => {
    server = await openWorld()
    atEnd(() => server.close())
    const { db } = server.platform
    small = await openCustomer(server, 'small')
    big = await openCustomer(server, 'big')
    for (const customer of [small, big]) await addRest(db, customer)
    await growAll(db, small.vendor.id, [small, big], { from: 1, to: FEW - 1 })
    for (const list of lists) for (const question of asked(list)) atFew.set(nameOf(question), await cost(question))
    await growAll(db, small.vendor.id, [big], { from: FEW, to: MANY })
    // What so many changes have left to be worked out, whoever asks first pays for.
    for (const list of lists) for (const question of asked(list).slice(0, 2)) await cost(question)
    await sql`vacuum analyze`.execute(db)
  })

  for (const list of lists)
    test(`${list.endpoint.line} costs its page`, async () => {
      const grown: string[] = []
      for (const question of asked(list)) grown.push(...(await grownSince(question)))
      assert.deepEqual([...grown, ...(await grownInTheMiddle(list))], [])
    })
})

interface Question {
  list: Operation
  who: Customer
  query: string
}
/** Of the small customer one page: what others have must not cost it. */
const asked = (list: Operation): Question[] => [
  { list, who: small, query: questionsOf(list.endpoint, small)[0]! },
  ...questionsOf(list.endpoint, big).map((query) => ({ list, who: big, query })),
]
const nameOf = ({ list, who, query }: Question): string => `${who.name} ${list.endpoint.line}${query}`

async function grownSince(question: Question): Promise<string[]> {
  return grownBetween(question, atFew.get(nameOf(question))!, await cost(question))
}

/** A page far down costs what the first does. That there is one shows that the list has rows. */
async function grownInTheMiddle(list: Operation): Promise<string[]> {
  const query = questionsOf(list.endpoint, big)[0]!
  if (!isPaged(list.endpoint)) return []
  let cursor = ''
  for (let page = 0; page < PAGES_DOWN; page++) {
    const { next } = await cost({ list, who: big, query: `${query.replace('limit=20', 'limit=100')}${cursor}` })
    assert.notEqual(next, '', `${list.endpoint.line} has too few rows: see lists/grown.ts`)
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  const then = atFew.get(nameOf({ list, who: big, query }))!
  return grownBetween({ list, who: big, query }, then, await cost({ list, who: big, query: query + cursor }))
}

function grownBetween(question: Question, then: Cost, now: Cost): string[] {
  const counts = now.counts ? MOST_COUNTED : 0
  const most = (table: string): number => TIMES * (then.touched.get(table) ?? 0) + counts + SLACK
  return [...now.touched]
    .filter(([table, rows]) => rows > most(table) && !isByNature(question, table))
    .map(([table, rows]) => `${nameOf(question)}: ${then.touched.get(table) ?? 0} rows of ${table} became ${rows}`)
}

const isByNature = ({ list, query }: Question, table: string): boolean =>
  Object.entries(BY_NATURE).some(([name, tables]) => {
    const [method, path, parameter] = name.split(' ')
    const isAsked = parameter === undefined || new URLSearchParams(query).has(parameter)
    return list.endpoint.line === `${method} ${path}` && isAsked && tables.includes(table)
  })

async function cost({ list, who, query }: Question): Promise<Cost> {
  let text = ''
  const touched = await touchedBy(server.platform.db, async () => {
    const answer = await who.ask(list, query)
    assert.equal(answer.status, 200, `${list.endpoint.line}${query}: ${answer.text}`)
    text = answer.text
  })
  const { next, total } = JSON.parse(text)
  return { touched, next: next ?? '', counts: total !== undefined }
}

// The cost of a list depends on its page and not on the number of rows: the test counts rows that the database reads,
// never time. Driven by the contract: new lists are tested automatically, and fail until they have rows in
// lists/grown.ts.
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
/** Rows that may be read besides the page; lookups for a page hardly ever need more. */
const SLACK = 150
const TIMES = 3
const PAGES_DOWN = 4

/**
 * Lists stored in other services, one that is searched in memory, workspaces, of which a plan allows at most 1,000,
 * proposals of a model, which this server does not have, and comparisons with ATC, which are computed for a whole project.
 */
const ELSEWHERE = [
  'GET /app/iam/{proxy_path}',
  'GET /app/billing/invoices',
  'GET /search',
  'GET /workspaces',
  'GET /app/crawls/proposals',
  'GET /projects/{id}/atc-agreement/objects',
  'GET /projects/{id}/atc-agreement/findings',
]
/**
 * Tables that a list must read completely, whatever its page, with the reason for the limit: see ADR 56. A word after
 * the operation is the parameter that causes it.
 */
const BY_NATURE: Record<string, readonly string[]> = {
  // Similarity must compare all names of one customer.
  'GET /app/search': ['provenance.evidence', 'provenance.pages', 'provenance.pinned_vendors', 'provenance.statements'],
  // The rarity of a word depends on all texts.
  'GET /documents q': ['casework.documents'],
  'GET /guidance': ['casework.documents'],
  // A thing is listed once, however many lists name it; the length of lists is set by their publishers.
  'GET /artifacts': ['casework.facts'],
  // The subprocessors of one page are sorted together with their vendors.
  'GET /app/pages/{slug}/subprocessors': ['provenance.subprocessors'],
  'GET /app/pages published': ['provenance.subprocessors'],
  // All differences are counted; the length of lists is set by their publishers.
  'GET /corpus/compare': ['casework.facts', 'casework.evidence'],
  // The estate of a project consists of all its files, and decisions of the workspace change codes.
  'GET /artifacts project_id': ['casework.evidence'],
  'GET /artifacts code': ['casework.decisions'],
  // Whether a piece of evidence is stale is stored elsewhere, so all pieces of the case are read.
  'GET /cases/{id}/evidence stale': ['casework.case_evidence'],
}

const isList = (endpoint: Endpoint): boolean =>
  isPaged(endpoint) || (endpoint.method === 'GET' && 'limit' in propertiesOf(endpoint.spec.query))
const lists = operations.filter(({ endpoint }) => isList(endpoint) && !ELSEWHERE.includes(endpoint.line))

interface Cost {
  touched: Touched
  next: string
  /** Whether the response contains a total. */
  counts: boolean
}

let server: Server
let small: Customer
let big: Customer
/** The cost with few rows, by caller and request. */
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
    // The first request also pays for recalculations after so many changes.
    for (const list of lists) for (const question of asked(list).slice(0, 2)) await cost(question)
    await sql`vacuum analyze`.execute(db)
  })

  for (const list of lists)
    test(`${list.endpoint.line} costs as much as its page`, async () => {
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
/** One page of the small customer, which must not depend on the rows of others. */
const asked = (list: Operation): Question[] => [
  { list, who: small, query: questionsOf(list.endpoint, small)[0]! },
  ...questionsOf(list.endpoint, big).map((query) => ({ list, who: big, query })),
]
const nameOf = ({ list, who, query }: Question): string => `${who.name} ${list.endpoint.line}${query}`

async function grownSince(question: Question): Promise<string[]> {
  return grownBetween(question, atFew.get(nameOf(question))!, await cost(question))
}

/** A later page costs as much as the first one. That it exists shows that the list has enough rows. */
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

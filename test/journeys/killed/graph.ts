// Writes to the graph of a server that is killed: single statements, updates of several, and a document.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '@veritrace/contract/client'
import { ingestions } from '@veritrace/contract/graph/ingestions'
import { statements } from '@veritrace/contract/graph/statements'
import type { Db } from '@veritrace/platform/db/db'
import { streamLines } from '../../../products/graph/statements/follow-statements.ts'
import { digestOf } from '../../../products/graph/verify/digest.ts'
import { demoToken, type ServerProcess } from '../../process.ts'
import type { Writer } from './write.ts'

const IN_UPDATE = 5
const IN_BATCH = 10_000
/** More than one batch, so that a kill can find it half written. */
const IN_DOCUMENT = 10_500
const TENANT = 'killed'
const CONTEXT = `urn:tenant:${TENANT}:ws:${TENANT}:graph:kill`
const said = (kind: string, name: string, object: string) =>
  `<http://${kind}.test/${name}> <http://e.test/says> "${object}" .`
const DOCUMENT = Array.from({ length: IN_DOCUMENT }, (_, i) => said('document', String(i), 'x')).join('\n')

type Scope = Record<string, string>

/** With a token of the running server, because each server has its own port and therefore its own issuer. */
export async function openGraph({ url }: ServerProcess) {
  const authorization = `Bearer ${await demoToken({ url }, TENANT)}`
  const scope: Scope = { authorization, 'x-tenant-id': TENANT, 'x-workspace-id': TENANT, 'x-context-id': 'kill' }
  const send = (path: string, type: string, body: string, accept = 'application/json') =>
    fetch(`${url}/graph${path}`, { method: 'POST', headers: { ...scope, 'content-type': type, accept }, body })

  const ingest = async (): Promise<string> => {
    const response = await send('/ingestions/statements', 'application/n-triples', DOCUMENT)
    const answer = (await response.json()) as { id: string }
    assert.ok(response.ok, JSON.stringify(answer))
    return answer.id
  }
  const recordOf = (id: string) => client(ingestions, `${url}/graph`).get({ params: { id }, headers: scope })
  const allTriples = async (): Promise<Set<string>> => {
    const query = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }'
    const response = await send('/sparql', 'application/sparql-query', query, 'application/n-triples')
    const text = await response.text()
    assert.ok(response.ok, text)
    return new Set(text.split('\n').filter((line) => line !== ''))
  }

  const assertOne =
    (writer: number): Writer =>
    async (n) => {
      const name = `${writer}-${n}`
      const body = { subject: `http://single.test/${name}`, predicate: 'http://e.test/says', object: 'x' }
      const created = { ...body, objectType: 'literal' as const }
      await client(statements, `${url}/graph`).create({ body: created, headers: scope })
      return [said('single', name, 'x')]
    }
  const update =
    (writer: number): Writer =>
    async (n) => {
      const triples = Array.from({ length: IN_UPDATE }, (_, i) => said('update', `${writer}-${n}`, String(i)))
      const response = await send(
        '/sparql/update',
        'application/sparql-update',
        `INSERT DATA { ${triples.join('\n')} }`,
      )
      const text = await response.text()
      // The server may ask simultaneous writers to retry.
      if (response.status === 503 || response.status === 429) return []
      assert.ok(response.ok, text)
      return triples
    }

  return {
    ingest,
    writers: [...[0, 1, 2].map(assertOne), ...[0, 1].map(update)],
    /** Every acknowledged statement exists, and no update is partial. */
    checkKept: async (acknowledged: ReadonlySet<string>): Promise<void> => {
      const kept = await allTriples()
      assert.deepEqual(
        [...acknowledged].filter((name) => name.startsWith('<') && !kept.has(name)),
        [],
      )
      for (const [subject, count] of countBySubject(kept, 'http://update.test/'))
        assert.equal(count, IN_UPDATE, subject)
    },
    /** A repeated upload is the same ingestion, and one whose worker has died is resumed. */
    endIngestion: async (id: string): Promise<void> => {
      const { inserted: before } = await recordOf(id)
      assert.ok(before % IN_BATCH === 0 || before === IN_DOCUMENT, `${before}`)
      for (let tries = 0; tries < 60 && (await recordOf(id)).completedAt === null; tries++) {
        assert.equal(await ingest(), id)
        await sleep(1_000)
      }
      const { status, received, inserted, duplicates, rejected } = await recordOf(id)
      assert.deepEqual(
        [status, received, inserted, duplicates, rejected],
        ['succeeded', IN_DOCUMENT, IN_DOCUMENT, 0, 0],
      )
    },
    /** Digest of everything in the engine. */
    digest: async () => {
      const present = await allTriples()
      assert.equal([...countBySubject(present, 'http://document.test/')].length, IN_DOCUMENT)
      return digestOf([[...present].map((triple) => triple.replace(/ \.$/, ` <${CONTEXT}> .`))])
    },
  }
}

/** Digest of the same context in the database. */
export async function digestOfDatabase(db: Db) {
  async function* own() {
    for await (const lines of streamLines(db, TENANT, TENANT))
      yield lines.filter((line) => line.endsWith(`<${CONTEXT}> .`))
  }
  return digestOf(own())
}

function countBySubject(triples: ReadonlySet<string>, prefix: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const triple of triples) {
    const subject = triple.slice(1, triple.indexOf('>'))
    if (subject.startsWith(prefix)) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  return counts
}

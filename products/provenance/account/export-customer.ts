// GDPR Article 20: all data of a workspace as one JSON document. It is streamed while it is read, so that memory use
// does not depend on its size.
import { Readable } from 'node:stream'
import { contract } from '@veritrace/contract'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound } from '@veritrace/platform/errors'
import { listEntriesAfter } from '@veritrace/platform/events/store'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import { viewCustomer } from '../entitlements/view-customer.ts'
import { type Part, readPart, readParts } from './export-store.ts'
import { partName, withoutSecrets } from './rules.ts'

/** Rows per page. */
const ROWS = 200

export async function exportCustomer(deps: Provenance, caller: Caller): Promise<Answer<AsyncIterable<Uint8Array>>> {
  const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  await transact(deps.db, (tx) =>
    deps.events.record(tx, caller, {
      action: 'customer.export',
      resource: { type: 'tenant', id: tenant.id, label: tenant.display_name },
    }),
  )
  const head = {
    schema: 'customer-export/1',
    api_version: contract.provenance.version,
    exported_at: deps.clock.now().toISOString(),
    customer: viewCustomer(tenant),
  }
  return answer(Readable.from(bytesOf(writeDocument(deps, caller.tenant, head)), { objectMode: false }), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${tenant.id}-export.json"`,
      'cache-control': 'no-store',
    },
  })
}

async function* writeDocument({ db }: Provenance, tenant: string, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const part of await readParts(db)) {
    yield `,\n${JSON.stringify(partName(part.table))}:[`
    yield* writeRows(rowsOf(db, tenant, part))
    yield ']'
  }
  yield ',\n"audit_events":['
  yield* writeRows(auditOf(db, tenant))
  yield '],\n"complete":true}\n'
}

/** Yields one string per page. */
async function* writeRows(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const page of pages) {
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
}

async function* rowsOf(db: Provenance['db'], tenant: string, part: Part): AsyncGenerator<unknown[]> {
  let position: string[] | undefined
  for (;;) {
    const rows = await readPart(db, tenant, part, position, ROWS)
    if (rows.length > 0) yield rows.map((row) => withoutSecrets(row.record))
    if (rows.length < ROWS) return
    position = rows.at(-1)!.position
  }
}

/** Audit entries keep their hashes: these are not secrets, and they prove that nothing is missing. */
async function* auditOf(db: Provenance['db'], tenant: string): AsyncGenerator<unknown[]> {
  let after = 0
  for (;;) {
    const entries = await listEntriesAfter(db, tenant, after, ROWS)
    if (entries.length > 0) yield entries
    if (entries.length < ROWS) return
    after = entries.at(-1)!.sequence
  }
}

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of text) yield encoder.encode(piece)
}

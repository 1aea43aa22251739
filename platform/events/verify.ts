// Verifies the chains of the audit log and finds entries that were altered, removed, moved or cut off.
import type { Db } from '../db/db.ts'
import type { AuditEntry } from './event.ts'
import { GENESIS, hashEntry } from './hash.ts'
import { type ChainEnd, findSequence, listChainEnds, listEntriesAfter } from './store.ts'

export interface Break {
  /**
   * `altered`: the entry differs from the recorded one. `removed`: it is missing. `reordered`: it was moved.
   * `truncated`: the last entries are missing. `head`: the stored end of the chain does not match the last entry.
   */
  kind: 'altered' | 'removed' | 'reordered' | 'truncated' | 'head'
  /** The first sequence number that fails. */
  sequence: number
  detail: string
}

export interface ChainReport {
  tenant: string
  /** Number of verified entries. */
  entries: number
  /** The hash of the last verified entry. Stored elsewhere, it shows later whether someone rewrote the whole chain. */
  hash: string
  broken?: Break
}

const PAGE = 1_000
const TENANTS = 100

/** One report per tenant, ordered by ID. Entries recorded during the run are left for the next one. */
export async function* verifyChain(db: Db, tenant?: string): AsyncGenerator<ChainReport> {
  let after = ''
  for (;;) {
    const ends = await listChainEnds(db, after, TENANTS, tenant)
    for (const end of ends) yield await verifyTenant(db, end)
    if (ends.length < TENANTS) return
    after = ends.at(-1)!.tenant
  }
}

async function verifyTenant(db: Db, end: ChainEnd): Promise<ChainReport> {
  const until = Math.max(end.last, end.sequence ?? 0)
  let last = { sequence: 0, hash: GENESIS }
  const report = (broken?: Break): ChainReport => ({
    tenant: end.tenant,
    entries: last.sequence,
    hash: last.hash,
    ...(broken && { broken }),
  })
  while (last.sequence < until) {
    const page = await listEntriesAfter(db, end.tenant, last.sequence, PAGE)
    for (const entry of page) {
      if (entry.sequence > until) break
      const broken = await findBreak(db, end.tenant, last, entry)
      if (broken) return report(broken)
      last = entry
    }
    if (page.length < PAGE) break
  }
  return report(findBreakAtEnd(end, last))
}

type Link = Pick<AuditEntry, 'sequence' | 'hash'>

async function findBreak(db: Db, tenant: string, last: Link, entry: AuditEntry): Promise<Break | undefined> {
  const { sequence } = entry
  if (sequence !== last.sequence + 1)
    return { kind: 'removed', sequence: last.sequence + 1, detail: `the next existing entry is ${sequence}` }
  const holds = hashEntry(tenant, entry) === entry.hash
  if (entry.prev_hash === last.hash)
    return holds ? undefined : { kind: 'altered', sequence, detail: 'its hash does not match its content' }
  const before = await findSequence(db, tenant, entry.prev_hash)
  if (before !== undefined || entry.prev_hash === GENESIS)
    return { kind: 'reordered', sequence, detail: `it was recorded after entry ${before ?? 0}` }
  return { kind: 'altered', sequence, detail: 'the previous hash is not that of the previous entry' }
}

function findBreakAtEnd(end: ChainEnd, last: Link): Break | undefined {
  if (end.sequence === null)
    return { kind: 'head', sequence: last.sequence, detail: 'the head of the chain is missing' }
  if (last.sequence < end.sequence)
    return { kind: 'truncated', sequence: last.sequence + 1, detail: `${end.sequence} entries were recorded` }
  if (last.sequence > end.sequence || last.hash !== end.hash)
    return { kind: 'head', sequence: last.sequence, detail: 'the head of the chain has another last entry' }
  return undefined
}

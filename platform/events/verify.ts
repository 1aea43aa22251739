// Walks the chains of the audit log and finds what was altered, removed, moved or cut off.
import type { Db } from '../db/db.ts'
import type { AuditEntry } from './event.ts'
import { GENESIS, hashEntry } from './hash.ts'
import { type ChainEnd, findSequence, listChainEnds, listEntriesAfter } from './store.ts'

export interface Break {
  /**
   * `altered`: the entry is not what was recorded. `removed`: it is missing. `reordered`: it stood elsewhere.
   * `truncated`: the last entries are missing. `head`: the end of the chain is not what is kept about it.
   */
  kind: 'altered' | 'removed' | 'reordered' | 'truncated' | 'head'
  /** The first number where the chain does not hold. */
  sequence: number
  detail: string
}

export interface ChainReport {
  tenant: string
  /** Entries that were checked and hold. */
  entries: number
  /** The hash of the last of them. Kept elsewhere, it shows later whether someone wrote the whole chain anew. */
  hash: string
  broken?: Break
}

const PAGE = 1_000
const TENANTS = 100

/** One report for each tenant, in the order of their ids. Entries recorded meanwhile are left for the next time. */
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
    return { kind: 'removed', sequence: last.sequence + 1, detail: `the next entry that is there is ${sequence}` }
  const holds = hashEntry(tenant, entry) === entry.hash
  if (entry.prev_hash === last.hash)
    return holds ? undefined : { kind: 'altered', sequence, detail: 'its hash does not fit its content' }
  const before = await findSequence(db, tenant, entry.prev_hash)
  if (before !== undefined || entry.prev_hash === GENESIS)
    return { kind: 'reordered', sequence, detail: `it was recorded after entry ${before ?? 0}` }
  return { kind: 'altered', sequence, detail: 'it names another entry before it than the one that is there' }
}

function findBreakAtEnd(end: ChainEnd, last: Link): Break | undefined {
  if (end.sequence === null)
    return { kind: 'head', sequence: last.sequence, detail: 'the head of the chain is missing' }
  if (last.sequence < end.sequence)
    return { kind: 'truncated', sequence: last.sequence + 1, detail: `${end.sequence} entries were recorded` }
  if (last.sequence > end.sequence || last.hash !== end.hash)
    return { kind: 'head', sequence: last.sequence, detail: 'the head of the chain names another last entry' }
  return undefined
}

// The columns for a caller's input: references are checked against the tenant, and the body is rendered.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import type { Content, FieldProblem } from './rules.ts'
import { listOwnEvidence, listOwnPages } from './store.ts'
import { renderBody } from './view.ts'

export async function contentColumns({ db }: Pick<Provenance, 'db'>, { tenant }: Caller, content: Content) {
  const unknown = [
    ...(await findUnknown('page_slugs', content.page_slugs, (slugs) => listOwnPages(db, tenant, slugs))),
    ...(await findUnknown('evidence_ids', content.evidence_ids, (ids) => listOwnEvidence(db, tenant, ids))),
  ]
  if (unknown.length > 0) fail('unknown_reference', sentence(unknown), { errors: unknown })
  const { effective_at, ...columns } = content
  return {
    ...columns,
    ...(content.body !== undefined && { body_html: renderBody(content.body) }),
    ...(effective_at !== undefined && { effective_at: effective_at === null ? null : new Date(effective_at) }),
  }
}

export const sentence = (problems: readonly FieldProblem[]): string =>
  problems.map(({ path, message }) => `${path} ${message}.`).join(' ')

async function findUnknown(
  path: string,
  names: readonly string[] = [],
  listOwn: (names: readonly string[]) => Promise<{ name: string }[]>,
): Promise<FieldProblem[]> {
  if (names.length === 0) return []
  const own = new Set((await listOwn(names)).map(({ name }) => name))
  return names
    .filter((name) => !own.has(name))
    .map((name) => ({ path, message: `names “${name}”, which does not exist` }))
}

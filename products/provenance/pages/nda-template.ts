// The NDA that a page asks for is one of the customer's own statements, whose text each reader gets to sign.
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { isOwnNda } from './store.ts'

/** 422 for any other id; the one that stands there already may stay. */
export async function requireNdaTemplate(
  { db }: Pick<Provenance, 'db'>,
  tenant: string,
  id: string | null | undefined,
  before: string | null = null,
): Promise<void> {
  if (id === undefined || id === null || id === before || (await isOwnNda(db, tenant, id))) return
  const message = 'must be the id of one of your statements of the kind nda'
  fail('unknown_reference', `nda_template_id ${message}.`, { errors: [{ path: 'nda_template_id', message }] })
}

// The NDA template of a page must be one of the customer's own statements. Each reader signs its text.
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { isOwnNda } from './store.ts'

/** Answers 422 for any other id. The id that the page already has may stay. */
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

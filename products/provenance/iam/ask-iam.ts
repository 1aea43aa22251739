// Answers a query about the workspace from a configured identity provider, or from our own tables.

import type { Caller } from '@veritrace/platform/caller'
import type { PageQuery } from '@veritrace/platform/db/keyset'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import type { Provider } from './ask-provider.ts'
import { answerOurselves, getMember } from './own-answers.ts'
import { questionOf } from './rules.ts'

interface Deps extends Pick<Provenance, 'db' | 'identity'> {
  /** Undefined if no provider is configured. */
  iam: Provider | undefined
}

export async function askIam(
  deps: Deps,
  caller: Caller,
  path: string,
  page: PageQuery,
  accept: string | undefined,
): Promise<unknown> {
  const { iam, identity } = deps
  const question = questionOf(path) ?? notFound('iam_path', path)
  if (!iam && !identity.provider) return fail('not_configured', 'IAM_PROXY_URL is not set.')
  // An external provider may not enforce our tenant boundaries, so the queried user must be a member of this workspace.
  if (question.id !== undefined) await getMember(deps, caller, question.id)
  return iam ? iam.ask(caller, question, page, accept) : answerOurselves(deps, caller, question, page)
}

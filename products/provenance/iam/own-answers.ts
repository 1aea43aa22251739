// Answers queries from our own tables, as the embedded provider.
import { ROLES } from '@veritrace/contract/endpoint'
import type { Caller } from '@veritrace/platform/caller'
import type { PageQuery } from '@veritrace/platform/db/keyset'
import { notFound } from '@veritrace/platform/errors'
import { findMember, findTenant, listMembers, type Member } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import type { Path, Question } from './rules.ts'

type Deps = Pick<Provenance, 'db'>
type Answerer = (deps: Deps, caller: Caller, id: string, query: PageQuery) => Promise<unknown>

export const answerOurselves = (deps: Deps, caller: Caller, { path, id = '' }: Question, query: PageQuery) =>
  ANSWERS[path](deps, caller, id, query)

/** 404 for anyone who is not a member of the caller's workspace. */
export const getMember = async ({ db }: Deps, caller: Caller, id: string): Promise<Member> =>
  (await findMember(db, caller.tenant, id)) ?? notFound('member', id)

const ANSWERS: Record<Path, Answerer> = {
  'users/me': async (deps, caller) => viewMember(await getMember(deps, caller, caller.actor.id)),
  'organizations/current': async ({ db }, caller) => {
    const tenant = (await findTenant(db, caller.tenant)) ?? notFound('tenant', caller.tenant)
    const { id, display_name, plan, products, created_at } = tenant
    return { id, display_name, plan, products, created_at: created_at.toISOString() }
  },
  members: async ({ db }, caller, _, query) => {
    const { items, next } = await listMembers(db, caller.tenant, query)
    return { items: items.map(viewMember), next }
  },
  'members/{id}': async (deps, caller, id) => viewMember(await getMember(deps, caller, id)),
  roles: async () => ({ items: ROLES.map((name, rank) => ({ name, rank })), next: '' }),
}

const viewMember = ({ user_id, email, display_name, role, joined_at }: Member) => ({
  id: user_id,
  email,
  display_name,
  role,
  joined_at: joined_at.toISOString(),
})

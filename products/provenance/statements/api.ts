// Statements and their signatures: the endpoints of contract/provenance/statements.ts.
import { customerStatements } from '@veritrace/contract/provenance/statements'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { answerStatement, readStatement } from './answer-statement.ts'
import { draftStatement } from './draft-statement.ts'
import { sendStatement } from './send-statement.ts'
import { listStatements } from './store.ts'
import { viewStatements, viewStored } from './view.ts'
import { voidStatement } from './void-statement.ts'

export const statementsApi = (deps: Provenance) => {
  const { db, clock } = deps
  return implement(customerStatements, {
    list: async ({ query }, { tenant }) => {
      const { items, next } = await listStatements(db, tenant, query, clock.now())
      return { items: await viewStatements(db, tenant, items), next }
    },
    create: ({ body }, caller) => draftStatement(deps, caller, body),
    get: async ({ params }, { tenant }) =>
      (await viewStored(db, tenant, params.id, clock.now())) ?? notFound('customer_statement', params.id),
    send: ({ params, body, ifVersion }, caller) => sendStatement(deps, caller, params.id, body, ifVersion),
    void: ({ params, ifVersion }, caller) => voidStatement(deps, caller, params.id, ifVersion),
    read: ({ params }, visitor) => readStatement(deps, visitor, params.token),
    answer: ({ params, body }, visitor) => answerStatement(deps, visitor, params.token, body),
  })
}

// Resolution: the endpoints of contract/casework/resolve.ts.
import { resolve } from '@veritrace/contract/casework/resolve'
import { answer } from '@veritrace/platform/answer'
import { implement } from '@veritrace/platform/implement'
import { scopeOf } from '../model/scope.ts'
import type { Resolving } from './find-subject.ts'
import { listIntents } from './list-intents.ts'
import { resolveMany } from './resolve-many.ts'
import { resolveOne } from './resolve-one.ts'

export const resolveApi = (deps: Resolving) =>
  implement(resolve, {
    one: async ({ query }, caller) => {
      const { resolution, etag } = await resolveOne(deps, scopeOf(caller), query)
      return answer(resolution, { headers: { etag }, isKept: true })
    },
    many: ({ body }, caller) => resolveMany(deps, scopeOf(caller), body),
    intents: ({ query }, caller) => listIntents(deps, scopeOf(caller), query.pack),
  })

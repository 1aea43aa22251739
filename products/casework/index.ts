// The door of the product: what it answers, what it works on, what its tables are.
import { CASE_ROLE_OF } from '@veritrace/contract/casework/roles'
import type { Product } from '@veritrace/platform/product'
import type { Casework, CaseworkParts } from './deps.ts'
import { openCasework } from './open-casework.ts'

export type { Casework, CaseworkParts }

export const caseworkMigrations = { room: 'casework', folder: new URL('./migrations/', import.meta.url) }

export async function casework(parts: CaseworkParts): Promise<Product> {
  const deps = await openCasework(parts)
  return {
    name: 'casework',
    endpoints: [],
    jobs: [],
    pages: [],
    roleOf: (caller) => CASE_ROLE_OF[caller.role],
    close: async () => {
      await Promise.all([deps])
    },
  }
}

// Whose a name is: a pack lists the customer's own namespace first. Pure.
import type { Pack } from '../packs/pack.ts'
import { namespaceOf } from './identity.ts'

interface Identity {
  namespaces?: { id: string }[]
}

export function isOwnName(pack: Pack, name: string): boolean {
  const own = (pack.importers.identity as Identity | undefined)?.namespaces?.[0]?.id
  return own !== undefined && namespaceOf(pack, name) === own
}

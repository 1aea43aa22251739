// Names in the customer's own namespaces, according to the pack. Pure.
import type { Pack } from '../packs/pack.ts'
import { namespacesOf } from './identity.ts'

export const isOwnName = (pack: Pick<Pack, 'importers'>, name: string): boolean => namespacesOf(pack).isOwn(name)

// Names of the customer's own, as the pack tells them from others. Pure.
import type { Pack } from '../packs/pack.ts'
import { namespacesOf } from './identity.ts'

export const isOwnName = (pack: Pick<Pack, 'importers'>, name: string): boolean => namespacesOf(pack).isOwn(name)

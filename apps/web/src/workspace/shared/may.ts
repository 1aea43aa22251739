// What the user may do, checked before the server has to reject it.
import type { Role } from '@veritrace/contract/endpoint'
import { acting } from '../../session/acting.ts'

/** Each role may do everything that the previous ones may. */
const ORDER: readonly Role[] = ['viewer', 'reviewer', 'member', 'admin', 'owner']

export const may = (least: Role): boolean => ORDER.indexOf(acting?.role ?? 'viewer') >= ORDER.indexOf(least)

/** The tooltip of a disabled button. */
export const whyNot = (least: Role): string | undefined =>
  may(least) ? undefined : `You need the ${least} role; yours is ${acting?.role}`

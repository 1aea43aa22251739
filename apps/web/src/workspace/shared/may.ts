// What the person may do here: said before the server has to.
import type { Role } from '@veritrace/contract/endpoint'
import { acting } from '../../session/acting.ts'

/** Each with all that the ones before it may do. */
const ORDER: readonly Role[] = ['viewer', 'reviewer', 'member', 'admin', 'owner']

export const may = (least: Role): boolean => ORDER.indexOf(acting?.role ?? 'viewer') >= ORDER.indexOf(least)

/** For the title of a button that may not be pressed. */
export const whyNot = (least: Role): string | undefined =>
  may(least) ? undefined : `Needs the role ${least}; yours is ${acting?.role}`

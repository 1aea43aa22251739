// The lists of a pack's default target. Pure.
import type { Pack } from './pack.ts'

export const isOfDefaultTarget = ({ targets, defaultTarget }: Pack, listId: string): boolean =>
  targets
    .find(({ profile_id }) => profile_id === defaultTarget)
    ?.lists.some(({ list }) => (list.endsWith('*') ? listId.startsWith(list.slice(0, -1)) : list === listId)) ?? false

// The admin's choices in the removal dialog: one per kind, with overrides for single items.
import type { Role } from '@veritrace/contract/endpoint'
import type { HandOver, Holdings } from '@veritrace/contract/members'

export interface Colleague {
  id: string
  name: string
  role: Role
}
/** The id of the member who takes it over; empty means no one. */
export type Heir = string
export interface Choice {
  all: Heir
  single: Readonly<Record<string, Heir>>
}
export type Choices = Readonly<Record<string, Choice>>

const NOBODY: Choice = { all: '', single: {} }
export const choiceOf = (choices: Choices, kind: string): Choice => choices[kind] ?? NOBODY

export const chooseAll = (choices: Choices, kind: string, all: Heir): Choices => ({
  ...choices,
  [kind]: { all, single: {} },
})

export const chooseOne = (choices: Choices, kind: string, id: string, heir: Heir): Choices => {
  const { all, single } = choiceOf(choices, kind)
  return { ...choices, [kind]: { all, single: { ...single, [id]: heir } } }
}

export const heirOf = (choice: Choice, id: string): Heir => choice.single[id] ?? choice.all

const ORDER: readonly Role[] = ['viewer', 'reviewer', 'member', 'admin', 'owner']
export const mayTakeOver = ({ role }: Colleague, least: Role | null): boolean =>
  least === null || ORDER.indexOf(role) >= ORDER.indexOf(least)

/** The role a member needs to take over everything of this kind. */
export const leastOf = ({ items }: Holdings): Role | null =>
  items.reduce<Role | null>((most, { least_role }) => {
    if (!least_role || (most && ORDER.indexOf(most) >= ORDER.indexOf(least_role))) return most
    return least_role
  }, null)

/** The request body: one entry per kind, or one per item if any item has its own choice. */
export const handOverOf = (held: readonly Holdings[], choices: Choices): HandOver[] =>
  held
    .filter(({ can_hand_over }) => can_hand_over)
    .flatMap(({ kind, items }) => {
      const choice = choiceOf(choices, kind)
      if (Object.keys(choice.single).length === 0) return choice.all ? [{ kind, to: choice.all }] : []
      return items.flatMap(({ id }) => {
        const to = heirOf(choice, id)
        return to ? [{ kind, id, to }] : []
      })
    })

// What a member created and owns, and what happens to it when they are removed. Shared by provenance and casework.
import type { Static } from 'typebox'
import { ROLES, t } from './endpoint.ts'
import { DateTime, named, nullable, oneOf, strict } from './wire.ts'

/** The description of every operation that removes someone. */
export const REMOVAL_DESCRIPTION =
  'Their sessions, personal tokens, keys (including keys created with their keys), clients, open invitations, and links stop working within a second; live streams end within 30 seconds. They can only come back through a new invitation or if an admin adds them again.'

export const ON_REMOVAL = ['ends', 'stays'] as const

export type Holding = Static<typeof Holding>
const Holding = named(
  'Holding',
  t.Object({
    id: t.String(),
    label: t.String(),
    detail: nullable(t.String({ description: 'For example the role of a key' })),
    created_at: nullable(DateTime),
    expires_at: nullable(DateTime),
    last_used_at: nullable(DateTime),
    least_role: nullable(oneOf(ROLES, { description: 'The new owner needs at least this role' })),
  }),
)

export type Holdings = Static<typeof Holdings>
export const Holdings = named(
  'Holdings',
  t.Object({
    kind: t.String({
      description: 'Such as session, personal_token, api_key, client, invitation, document_link or case',
    }),
    title: t.String(),
    on_removal: oneOf(ON_REMOVAL, {
      description:
        'What happens to items that are not transferred: `ends` revokes them, `stays` leaves them unassigned or with the old name',
    }),
    can_hand_over: t.Boolean({ description: 'True if these items can be transferred to another member' }),
    total: t.Integer({ minimum: 0 }),
    items: t.Array(Holding, { description: 'The newest 100' }),
  }),
)

export const HeldBy = named(
  'HeldBy',
  t.Object({ items: t.Array(Holdings, { description: 'Only kinds with at least one item' }) }),
)

export type HandOver = Static<typeof HandOver>
const HandOver = strict({
  kind: t.String({ minLength: 1, maxLength: 40 }),
  id: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Omit it to transfer all items of this kind' })),
  to: t.String({ minLength: 1, maxLength: 255, description: 'The member who becomes the owner' }),
})

export type Removal = Static<typeof Removal>
export const Removal = named(
  'Removal',
  strict({
    hand_over: t.Optional(
      t.Array(HandOver, { maxItems: 200, description: 'Everything else is revoked or left unassigned' }),
    ),
  }),
)

export type Removed = Static<typeof Removed>
export const Removed = named(
  'Removed',
  t.Object({
    ended: t.Record(t.String(), t.Integer(), { description: 'How many of each kind' }),
    handed_over: t.Record(t.String(), t.Integer(), { description: 'How many of each kind' }),
  }),
)

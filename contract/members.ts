// What a member made and holds, and what becomes of it when they are removed. Both doors to people share these shapes.
import type { Static } from 'typebox'
import { ROLES, t } from './endpoint.ts'
import { DateTime, named, nullable, oneOf, strict } from './wire.ts'

/** Said at every operation that removes someone. */
export const ENDS =
  'Sessions, personal tokens, keys (also keys made by their keys), clients, open invitations and links of theirs stop working within a second, live streams within 30 seconds. Only a new invitation, or an admin who adds them again, brings them back.'

export const ON_REMOVAL = ['ends', 'stays'] as const

export type Holding = Static<typeof Holding>
const Holding = named(
  'Holding',
  t.Object({
    id: t.String(),
    label: t.String(),
    detail: nullable(t.String({ description: 'Such as the role of a key, or whom an invitation was sent to' })),
    created_at: nullable(DateTime),
    expires_at: nullable(DateTime),
    last_used_at: nullable(DateTime),
    least_role: nullable(oneOf(ROLES, { description: 'Whoever takes it over needs at least this role' })),
  }),
)

export type Holdings = Static<typeof Holdings>
export const Holdings = named(
  'Holdings',
  t.Object({
    kind: t.String({
      description: 'Such as session, personal_token, api_key, client, invitation, document_link, case',
    }),
    title: t.String(),
    on_removal: oneOf(ON_REMOVAL, {
      description: 'What happens to those that nobody takes over. What stays is nobody’s, or keeps the name',
    }),
    can_hand_over: t.Boolean(),
    total: t.Integer({ minimum: 0 }),
    items: t.Array(Holding, { description: 'The newest, 100 at most' }),
  }),
)

export const HeldBy = named(
  'HeldBy',
  t.Object({ items: t.Array(Holdings, { description: 'Kinds of which there is something' }) }),
)

export type HandOver = Static<typeof HandOver>
const HandOver = strict({
  kind: t.String({ minLength: 1, maxLength: 40 }),
  id: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'All of the kind when it is left out' })),
  to: t.String({ minLength: 1, maxLength: 255, description: 'The member who takes it over' }),
})

export type Removal = Static<typeof Removal>
export const Removal = named(
  'Removal',
  strict({
    hand_over: t.Optional(t.Array(HandOver, { maxItems: 200, description: 'Everything else ends, or is nobody’s' })),
  }),
)

export type Removed = Static<typeof Removed>
export const Removed = named(
  'Removed',
  t.Object({
    ended: t.Record(t.String(), t.Integer(), { description: 'How many of each kind' }),
    handed_over: t.Record(t.String(), t.Integer()),
  }),
)

// Errors of casework; part of contract/errors.ts.
import { type ErrorKind, kind } from '../error-kind.ts'

export const CASEWORK_ERRORS = {
  role_required: kind(
    403,
    'Your role in casework may not do this',
    'See `required_role`; an admin can give it to you.',
  ),
  unknown_target: kind(422, 'There is no such target in the pack', 'List the targets with GET /resolve/intents.'),
  scope_empty: kind(422, 'The scope holds nothing', 'Name artifacts or a project with objects, or widen the selector.'),
} as const satisfies Record<string, ErrorKind>

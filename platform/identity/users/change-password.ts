// Changes the password of a signed-in user who knows the old one.

import type { Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type ReplaceDeps, replacePassword } from './replace-password.ts'
import { applicantOf, confirmPassword } from './sign-in.ts'
import type { User } from './users.ts'

export interface ChangeDeps extends ReplaceDeps {
  db: Db
  clock: Clock
}

/** Ends everything except this session (422 for a weak password). */
export async function changePassword(
  deps: ChangeDeps,
  visitor: Visitor,
  { user, sessionId }: { user: User; sessionId: string },
  { old, fresh }: { old: string; fresh: string },
): Promise<'ok' | 'wrong' | 'locked'> {
  checkPassword(fresh)
  const result = await confirmPassword(deps, await applicantOf(deps, user.email), old)
  if (result !== 'ok') return result
  const passwordHash = await hashPassword(fresh)
  await transact(deps.db, (tx) =>
    replacePassword(deps, tx, visitor, user, {
      passwordHash,
      action: 'user.change_password',
      keepSession: sessionId,
    }),
  )
  return 'ok'
}

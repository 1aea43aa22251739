// Creates an account for an operator of the installation.
import { transact } from '../../db/transact.ts'
import { insertOperator } from '../tenancy/installation-store.ts'
import { type Account, createUser, findUserByEmail } from './users.ts'

interface Order extends Omit<Account, 'emailVerified'> {
  isOperator: boolean
}

/** An existing account keeps its name and password. */
export const makeAccount = (
  { db, clock }: Parameters<typeof createUser>[0],
  { isOperator, ...account }: Order,
): Promise<{ id: string; isNew: boolean }> =>
  transact(db, async (tx) => {
    const known = await findUserByEmail(tx, account.email.trim())
    // The operator vouches for the email address.
    const { id } = known ?? (await createUser({ db: tx, clock }, { ...account, emailVerified: true }))
    if (isOperator) await insertOperator(tx, id)
    return { id, isNew: !known }
  })

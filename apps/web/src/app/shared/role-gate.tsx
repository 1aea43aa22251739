import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { ReactNode } from 'react'
import { Forbidden } from '../../ui/states.tsx'
import { useMe } from './use-me.ts'

interface Props {
  may: readonly CaseRole[]
  /** What is behind it: `The graph`. */
  what: string
  children: ReactNode
}
/** Says kindly what a role may not do, before the server has to. Who has not been told their role yet is let in. */
export function RoleGate({ may, what, children }: Props) {
  const { data: me } = useMe()
  if (!me || may.includes(me.role)) return children
  return (
    <Forbidden title={`${what} needs another role`}>
      Yours is {me.role}; it is for {either(may)}. {me.admins.length > 0 && `Ask ${either(me.admins)} for it.`}
    </Forbidden>
  )
}

const either = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)

import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { ReactNode } from 'react'
import { Forbidden } from '../../ui/states.tsx'
import { useMe } from './use-me.ts'

interface Props {
  may: readonly CaseRole[]
  /** Subject of the message, such as `The graph`. */
  what: string
  children: ReactNode
}
/** Explains a missing role before the server rejects the request. Renders the children while the role is unknown. */
export function RoleGate({ may, what, children }: Props) {
  const { data: me } = useMe()
  if (!me || may.includes(me.role)) return children
  return (
    <Forbidden title={`${what} needs another role`}>
      Your role is {me.role}. This needs {either(may)}. {me.admins.length > 0 && `Ask ${either(me.admins)}.`}
    </Forbidden>
  )
}

const either = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)

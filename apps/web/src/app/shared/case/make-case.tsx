import { Link } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { FolderPlus } from 'lucide-react'
import { buttonClass } from '../../../ui/button.tsx'
import { useMay } from '../use-me.ts'
import { newCaseOf } from './new-case-of.ts'

interface Props {
  /** Short forms, such as TABL:VBAK. */
  of: string
  title?: string
  children?: string
}
/** To the form of a new case, for those who may open one; the others see nothing that would refuse them. */
export function MakeCase({ of, title, children = 'Make a case' }: Props) {
  if (!useMay(MAY.work)) return null
  return (
    <Link to="/cases" search={newCaseOf(of, title)} className={buttonClass({ size: 'sm' })}>
      <FolderPlus />
      {children}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { FolderPlus } from 'lucide-react'
import { buttonClass } from '../../../ui/button.tsx'
import { useMay } from '../use-me.ts'
import { newCaseSearch } from './new-case-search.ts'

interface Props {
  /** Short forms, such as TABL:VBAK. */
  of: string
  title?: string
  children?: string
}
/** Link to the form for a new case. Hidden from users who must not create cases. */
export function CreateCase({ of, title, children = 'Create case' }: Props) {
  if (!useMay(MAY.work)) return null
  return (
    <Link to="/cases" search={newCaseSearch(of, title)} className={buttonClass({ size: 'sm' })}>
      <FolderPlus />
      {children}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { FolderPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { useMay } from '../use-me.ts'
import { newCaseOf } from './new-case-of.ts'

interface Props {
  /** Short forms, such as TABL:VBAK. */
  names: readonly string[]
  /** What they are, one of them. */
  word?: string
  /** How many are chosen, where some of them have no name that a case could take. */
  total?: number
  /** What else can be done with them. */
  children?: ReactNode
  onClear(): void
}
/** They stand in the address of the form, which has its bounds. */
const MOST = 200

/** What was chosen in a table or a chart becomes a case. */
export function CaseOfChosen({ names, word = 'object', total = names.length, children, onClear }: Props) {
  const may = useMay(MAY.work)
  return (
    <div
      role="toolbar"
      aria-label="With what is chosen"
      className="flex flex-wrap items-center gap-2 border-b bg-selected px-4 py-1.5 text-sm"
    >
      <span role="status" className="tnum">
        {plural(total, word)} chosen
      </span>
      {names.length > MOST && (
        <span className="text-xs text-ink-2">
          More than {MOST} are better named by package or by a part of their name.
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-1.5">
        {children}
        {may && names.length > 0 && names.length <= MOST && (
          <Link
            to="/cases"
            search={newCaseOf(names.join(' '))}
            className={buttonClass({ size: 'sm', variant: 'solid' })}
          >
            <FolderPlus />
            Make a case
          </Link>
        )}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </span>
    </div>
  )
}

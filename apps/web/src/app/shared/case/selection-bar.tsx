import { Link } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { FolderPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { useMay } from '../use-me.ts'
import { newCaseSearch } from './new-case-search.ts'

interface Props {
  /** Short forms, such as TABL:VBAK. */
  names: readonly string[]
  /** Noun for one of them. */
  word?: string
  /** Number of selected items, if a case cannot include all of them. */
  total?: number
  /** Further actions. */
  children?: ReactNode
  onClear(): void
}
/** The names are part of the form's address, whose length is limited. */
const MAX_NAMES = 200

/** Toolbar for items selected in a table or chart: creates a case from them. */
export function SelectionBar({ names, word = 'object', total = names.length, children, onClear }: Props) {
  const may = useMay(MAY.work)
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-b bg-selected px-4 py-1.5 text-sm"
    >
      <span role="status" className="tnum">
        {plural(total, word)} selected
      </span>
      {names.length > MAX_NAMES && (
        <span className="text-xs text-ink-2">
          For more than {MAX_NAMES}, create a case by package or by part of the name.
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-1.5">
        {children}
        {may && names.length > 0 && names.length <= MAX_NAMES && (
          <Link
            to="/cases"
            search={newCaseSearch(names.join(' '))}
            className={buttonClass({ size: 'sm', variant: 'solid' })}
          >
            <FolderPlus />
            Create case
          </Link>
        )}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </span>
    </div>
  )
}

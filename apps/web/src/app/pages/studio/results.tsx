// The results in tabs: options, files, checks and notes.
import { Link, useSearch } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { Empty, SkeletonText } from '../../../ui/states.tsx'
import { Checks } from './checks.tsx'
import { Files } from './files.tsx'
import { Lint } from './lint.tsx'
import { Notes } from './notes.tsx'
import { Options } from './options.tsx'
import type { StudioResult } from './result.ts'

interface Props {
  result: StudioResult
  codes: readonly string[]
  /** Undefined if nothing can be started. */
  onScaffold?: ((optionId: string) => void) | undefined
  isRunning?: boolean
}
export function Results({ result, codes, onScaffold, isRunning = false }: Props) {
  const { result: asked } = useSearch({ from: '/app/studio' })
  const { plan, scaffold } = result
  const tabs = [
    { id: 'options', label: 'Options', hint: plan?.options.length },
    { id: 'files', label: 'Files', hint: scaffold?.files.length },
    { id: 'checks', label: 'Checks', hint: scaffold?.checks.length },
    { id: 'notes', label: 'Notes' },
  ]
  const tab = tabs.find(({ id }) => id === asked)?.id ?? 'options'
  return (
    <>
      <PageTabs
        label="Results"
        tabs={tabs}
        current={tab}
        className="shrink-0 px-2 pt-1"
        link={({ id }, props) => <Link to="/studio" search={(prev) => ({ ...prev, result: id })} {...props} />}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'options' &&
          (plan ? <Options plan={plan} codes={codes} onScaffold={onScaffold} /> : <NotYet what="options" />)}
        {tab === 'files' && (scaffold ? <Files scaffold={scaffold} /> : <NotYet what="files" />)}
        {tab === 'checks' &&
          (scaffold ? (
            <>
              {isRunning && scaffold.checks.length === 0 ? (
                <SkeletonText lines={4} />
              ) : (
                <Checks checks={scaffold.checks} />
              )}
              {scaffold.lint && <Lint lint={scaffold.lint} />}
            </>
          ) : (
            <NotYet what="checks" />
          ))}
        {tab === 'notes' && (plan || scaffold ? <Notes plan={plan} scaffold={scaffold} /> : <NotYet what="notes" />)}
      </div>
    </>
  )
}

const NotYet = ({ what }: { what: string }) => (
  <Empty icon={ListChecks} title={`No ${what} yet`}>
    Run all steps to rate the used objects, compare options, and generate and check the files of the best option.
  </Empty>
)

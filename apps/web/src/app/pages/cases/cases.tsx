// The list of cases, as a table or as a board.
import { CASE_STATUSES } from '@veritrace/contract/casework/cases'
import { MAY } from '@veritrace/contract/casework/roles'
import { MOST_COUNTED } from '@veritrace/contract/counts'
import { CalendarRange, FolderKanban, ListFilter, Plus } from 'lucide-react'
import { MoreButton } from '../../../shared/more.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { Button } from '../../../ui/button.tsx'
import { count, plural } from '../../../ui/format.ts'
import { Empty, ErrorState } from '../../../ui/states.tsx'
import { explain } from '../../api.ts'
import { useMay } from '../../shared/use-me.ts'
import { CaseBoard } from './case-board.tsx'
import { CaseTable } from './case-table.tsx'
import { Filters } from './filters.tsx'
import { NewCase } from './new-case.tsx'
import { NewPlan } from './new-plan.tsx'
import { FILTERS, useCases, useCasesSearch, useSetSearch } from './use-cases.ts'

export default function Cases() {
  const search = useCasesSearch()
  const setSearch = useSetSearch()
  const found = useCases(search)
  const mayWork = useMay(MAY.work)
  const mayAsk = useMay(MAY.ask)
  const { cases, total, facets, error } = found
  const isFiltered = FILTERS.some((name) => name !== 'sort' && search[name] !== undefined)
  const noDialog = { intent: undefined, from: undefined, title: undefined }
  const open =
    facets &&
    CASE_STATUSES.filter((status) => status !== 'closed').reduce((sum, one) => sum + (facets.status[one] ?? 0), 0)
  return (
    <>
      <div className="shrink-0 border-b bg-surface px-4 py-3">
        <PageHead
          title="Cases"
          actions={
            <>
              <Button
                disabled={!mayAsk}
                title={mayAsk ? undefined : `Requires one of these roles: ${MAY.ask.join(', ')}`}
                onClick={() => setSearch({ intent: 'new-plan' })}
              >
                <CalendarRange />
                New plan
              </Button>
              <Button
                variant="solid"
                disabled={!mayWork}
                title={mayWork ? undefined : `Requires one of these roles: ${MAY.work.join(', ')}`}
                onClick={() => setSearch({ intent: 'new' })}
              >
                <Plus />
                New case
              </Button>
            </>
          }
        >
          {open
            ? `${total === null ? 'At least ' : ''}${plural(open, 'case')} not closed`
            : 'One question per case, decided with evidence'}
        </PageHead>
      </div>
      <Filters facets={facets} isMore={facets !== undefined && total === null} />
      {error && <ErrorState title="The cases did not load" detail={explain(error)} onRetry={found.refetch} />}
      {search.view === 'board' && cases.length > 0 ? (
        <CaseBoard cases={cases} />
      ) : (
        !(error && cases.length === 0) && (
          <CaseTable cases={cases} loading={found.isLoading} empty={<NoCases isFiltered={isFiltered} />} />
        )
      )}
      <footer className="mt-auto flex h-9 shrink-0 items-center gap-3 border-t bg-sunken px-4 text-2xs text-ink-3">
        {cases.length > 0 && (
          <span className="tnum">
            {count(cases.length)} of {total === null ? `more than ${count(MOST_COUNTED)} cases` : plural(total, 'case')}
          </span>
        )}
        <MoreButton found={found} />
      </footer>
      <NewCase
        open={search.intent === 'new'}
        onClose={() => setSearch({ ...noDialog, scope: scopeFilter(search.scope) })}
      />
      <NewPlan open={search.intent === 'new-plan'} onClose={() => setSearch({ intent: undefined })} />
    </>
  )
}

/** `scope` is the filter `project`, or the objects of a new case. Closing the dialog only removes the latter. */
const scopeFilter = (scope: string | undefined) => (scope === 'project' ? scope : undefined)

function NoCases({ isFiltered }: { isFiltered: boolean }) {
  const setSearch = useSetSearch()
  const mayWork = useMay(MAY.work)
  if (isFiltered)
    return (
      <Empty
        icon={ListFilter}
        title="No cases match these filters"
        action={
          <Button onClick={() => setSearch(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
            Show all
          </Button>
        }
      />
    )
  return (
    <Empty
      icon={FolderKanban}
      title="No cases yet"
      action={
        mayWork && (
          <Button variant="solid" onClick={() => setSearch({ intent: 'new' })}>
            Create case
          </Button>
        )
      }
    >
      A case answers one question about some objects. It contains the evidence, the decisions, the plan and its outcome.
    </Empty>
  )
}

import { ListChecks, ListFilter } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { InvestigateButton } from '../investigate-button.tsx'
import { useHasResults } from '../queries.ts'
import { useSetSearch } from '../search.ts'
import { useInvestigate } from '../use-investigate.ts'

export function NoRecommendations({ isFiltered }: { isFiltered: boolean }) {
  const setSearch = useSetSearch()
  const hasResults = useHasResults()
  const { isRunning } = useInvestigate()
  if (isFiltered)
    return (
      <Empty
        icon={ListFilter}
        title="Nothing in this view"
        action={<Button onClick={() => setSearch({ group: undefined })}>Show all</Button>}
      />
    )
  if (hasResults || isRunning)
    return (
      <Empty icon={ListChecks} title={isRunning ? 'The run is in progress' : 'Nothing to do'}>
        {isRunning
          ? 'Its recommendations will appear here.'
          : 'The last run found every object acceptable for the target.'}
      </Empty>
    )
  return (
    <Empty icon={ListChecks} title="No recommendations yet" action={<InvestigateButton />}>
      A run rates the objects, finds patterns in what they use, and recommends what to do.
    </Empty>
  )
}

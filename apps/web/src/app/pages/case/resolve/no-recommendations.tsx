import { ListChecks, ListFilter } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { InvestigateButton } from '../investigate-button.tsx'
import { useHasResults } from '../queries.ts'
import { useInvestigate } from '../use-investigate.ts'
import { useSetWords } from '../words.ts'

export function NoRecommendations({ isFiltered }: { isFiltered: boolean }) {
  const setWords = useSetWords()
  const hasResults = useHasResults()
  const { isRunning } = useInvestigate()
  if (isFiltered)
    return (
      <Empty
        icon={ListFilter}
        title="Nothing in this view"
        action={<Button onClick={() => setWords({ group: undefined })}>Show all</Button>}
      />
    )
  if (hasResults || isRunning)
    return (
      <Empty icon={ListChecks} title={isRunning ? 'The run is under way' : 'There is nothing to do'}>
        {isRunning ? 'What it recommends comes here.' : 'The last run found every object acceptable for the target.'}
      </Empty>
    )
  return (
    <Empty icon={ListChecks} title="Nothing is recommended yet" action={<InvestigateButton />}>
      A run rates the objects, finds the patterns in what they use, and proposes what to do.
    </Empty>
  )
}

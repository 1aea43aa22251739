import { MAY } from '@veritrace/contract/casework/roles'
import { ListChecks, ListFilter } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useHasResults } from '../queries.ts'
import { useInvestigate } from '../use-investigate.ts'
import { useSetWords } from '../words.ts'

export function NoRecommendations({ isFiltered }: { isFiltered: boolean }) {
  const setWords = useSetWords()
  const hasResults = useHasResults()
  const investigate = useInvestigate()
  const may = useMay(MAY.work)
  if (isFiltered)
    return (
      <Empty
        icon={ListFilter}
        title="Nothing in this view"
        action={<Button onClick={() => setWords({ group: undefined })}>Show all</Button>}
      />
    )
  if (hasResults || investigate.isRunning)
    return (
      <Empty icon={ListChecks} title={investigate.isRunning ? 'The run is under way' : 'There is nothing to do'}>
        {investigate.isRunning
          ? 'What it recommends comes here.'
          : 'The last run found every object acceptable for the target.'}
      </Empty>
    )
  return (
    <Empty
      icon={ListChecks}
      title="Nothing is recommended yet"
      action={
        <Button
          variant="solid"
          disabled={!may}
          title={may ? undefined : `For ${MAY.work.join(', ')}`}
          busy={investigate.isBusy}
          onClick={() => investigate.start()}
        >
          Investigate
        </Button>
      }
    >
      A run rates the objects, finds the patterns in what they use, and proposes what to do.
    </Empty>
  )
}

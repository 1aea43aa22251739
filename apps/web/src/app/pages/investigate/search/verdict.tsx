import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderPlus, Waypoints } from 'lucide-react'
import { buttonClass } from '../../../../ui/button.tsx'
import { ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { newCaseOf } from '../../../shared/case/new-case-of.ts'
import { ResolutionCard } from '../../../shared/resolution/resolution-card.tsx'
import { useProject } from '../../../shared/use-project.ts'
import { targetWord } from '../../../shared/use-target.ts'
import { kept, useAddress } from '../use-address.ts'

/** The resolution of one name, with where to go from it. */
export function Verdict({ q }: { q: string }) {
  const { words, say } = useAddress()
  const { project } = useProject()
  const found = useQuery({
    queryKey: ['resolve', q, words.target, project?.id],
    queryFn: () =>
      api.resolve.one({
        query: { q, explain: 'rules', ...targetWord(words.target), ...(project && { project_id: project.id }) },
      }),
    placeholderData: keepPreviousData,
  })
  if (found.isLoading) return <SkeletonText lines={8} />
  if (!found.data) return <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />
  const { subject } = found.data
  const form = subject && `${subject.type}:${subject.name}`
  return (
    <ResolutionCard
      resolution={found.data}
      onOpen={(shortForm) => say({ open: shortForm })}
      actions={
        form && (
          <>
            <Link to="/cases" search={newCaseOf(form)} className={buttonClass({ size: 'sm' })}>
              <FolderPlus />
              Make a case
            </Link>
            <Link
              to="/investigate"
              search={(was) => ({ ...kept(was), tab: 'graph' as const, start: form, direction: 'both' })}
              className={buttonClass({ size: 'sm' })}
            >
              <Waypoints />
              Graph
            </Link>
          </>
        )
      }
    />
  )
}

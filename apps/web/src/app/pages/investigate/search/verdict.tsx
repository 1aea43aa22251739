import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { Waypoints } from 'lucide-react'
import { buttonClass } from '../../../../ui/button.tsx'
import { ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { MakeCase } from '../../../shared/case/make-case.tsx'
import { ResolutionCard } from '../../../shared/resolution/resolution-card.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useProject } from '../../../shared/use-project.ts'
import { targetWord } from '../../../shared/use-target.ts'
import { kept, useAddress } from '../use-address.ts'

/** The resolution of one name, with where to go from it. */
export function Verdict({ q }: { q: string }) {
  const { words, say } = useAddress()
  const { project } = useProject()
  const mayWalk = useMay(MAY.ask)
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
            <MakeCase of={form} />
            {mayWalk && (
              <Link
                to="/investigate"
                search={(was) => ({ ...kept(was), tab: 'graph' as const, start: form, direction: 'both' })}
                className={buttonClass({ size: 'sm' })}
              >
                <Waypoints />
                Graph
              </Link>
            )}
          </>
        )
      }
    />
  )
}

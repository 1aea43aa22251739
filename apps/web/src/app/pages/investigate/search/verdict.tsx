import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { Waypoints } from 'lucide-react'
import { buttonClass } from '../../../../ui/button.tsx'
import { ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { CreateCase } from '../../../shared/case/create-case.tsx'
import { ResolutionCard } from '../../../shared/resolution/resolution-card.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useProject } from '../../../shared/use-project.ts'
import { targetQuery } from '../../../shared/use-target.ts'
import { preserved, useAddress } from '../use-address.ts'

/** The verdict on one name, with links to a new case and the graph. */
export function Verdict({ q }: { q: string }) {
  const { params, setParams } = useAddress()
  const { project } = useProject()
  const maySeeGraph = useMay(MAY.ask)
  const found = useQuery({
    queryKey: ['resolve', q, params.target, project?.id],
    queryFn: () =>
      api.resolve.one({
        query: { q, explain: 'rules', ...targetQuery(params.target), ...(project && { project_id: project.id }) },
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
      onOpen={(shortForm) => setParams({ open: shortForm })}
      actions={
        form && (
          <>
            <CreateCase of={form} />
            {maySeeGraph && (
              <Link
                to="/investigate"
                search={(prev) => ({ ...preserved(prev), tab: 'graph' as const, start: form, direction: 'both' })}
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

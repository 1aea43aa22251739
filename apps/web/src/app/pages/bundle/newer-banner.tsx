import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { api } from '../../api.ts'

/** Links to the newest bundle of the case if it is newer than this one. Shows nothing if the request fails. */
export function NewerBanner({ caseId, n }: { caseId: string; n: number }) {
  const { data } = useQuery({
    queryKey: ['case', caseId, 'bundles', 'newest'],
    queryFn: () => api.bundles.list({ params: { id: caseId }, query: { limit: 1 } }),
    retry: false,
  })
  const [newest] = data?.items ?? []
  if (!newest || newest.n <= n) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-lg border border-info-line bg-info-soft px-4 py-2.5 text-sm print:hidden">
      <Info aria-hidden className="size-4 text-info" />
      There is a newer bundle of this case.
      <Link to="/studio/bundle/$id" params={{ id: newest.id }} className="text-accent underline underline-offset-2">
        Open bundle {newest.n}
      </Link>
    </p>
  )
}

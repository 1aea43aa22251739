import { useQuery } from '@tanstack/react-query'
import { count } from '../../../ui/format.ts'
import { Figure, Figures } from '../../shared/figure.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { corpusStatus } from './queries.ts'

export function CorpusNumbers() {
  const status = useQuery(corpusStatus)
  return (
    <Loaded query={status}>
      {({ artifacts, documents, rejected, freshness, oldest_catalog, recommendations }) => (
        <>
          <Figures>
            <Figure label="Facts">{count(artifacts)}</Figure>
            <Figure label="Documents">{count(documents)}</Figure>
            <Figure label="Rejected rows">{count(rejected)}</Figure>
            <Figure label="Stale" hint={`${freshness.fresh} fresh, ${freshness.recent} recent`}>
              {freshness.stale}
            </Figure>
            <Figure label="Oldest list">{oldest_catalog ? `${oldest_catalog.age_days} d` : 'none'}</Figure>
          </Figures>
          {recommendations.length > 0 && (
            <ul className="rounded-lg border border-caution-line bg-caution-soft px-4 py-2.5 text-sm text-caution [&:has(li+li)]:list-disc [&:has(li+li)]:pl-8">
              {recommendations.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}

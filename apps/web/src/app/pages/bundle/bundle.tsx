// The permalink of a bundle: everything about a case at one moment, to read and to print.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Generation } from '@veritrace/contract/casework/generations'
import { ApiError } from '@veritrace/contract/client'
import { PackageX, Printer } from 'lucide-react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { moment } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { usePack } from '../../shared/use-pack.ts'
import { Attribution, Citations } from './sources.tsx'
import './bundle.css'
import type { BundleOutput } from './content.ts'
import { NewerBanner } from './newer-banner.tsx'
import { PlanTable } from './plan-table.tsx'
import { Recommendations } from './recommendations.tsx'
import { Seal } from './seal.tsx'
import { Section, Summary } from './summary.tsx'

const REFUSED: Readonly<Record<number, readonly [string, string]>> = {
  403: [
    'You may not see this bundle',
    'It belongs to a workspace that you are no member of. Ask whoever sent the link.',
  ],
  404: ['There is no such bundle', 'The link may be incomplete, or it belongs to another workspace.'],
  410: ['This bundle is gone', 'It was deleted with its case, or had an end. Ask its case for a new one.'],
}

export default function BundlePage() {
  const { id } = useParams({ from: '/app/studio/bundle/$id' })
  const found = useQuery({
    queryKey: ['generation', id],
    queryFn: () => api.generations.get({ params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const refused = found.error instanceof ApiError ? REFUSED[found.error.status] : undefined
  if (refused) return <Refused title={refused[0]}>{refused[1]}</Refused>
  return (
    <Loaded query={found} failed="This bundle did not load">
      {(generation) =>
        generation.kind === 'bundle' ? (
          <Whole generation={generation} />
        ) : (
          <Refused title="This is no bundle">
            It was made in the studio. Open it there: it is among what was made before.
          </Refused>
        )
      }
    </Loaded>
  )
}

const Refused = ({ title, children }: { title: string; children: string }) => (
  <Empty
    icon={PackageX}
    title={title}
    action={
      <Link to="/studio" className={buttonClass()}>
        Open the studio
      </Link>
    }
  >
    {children}
  </Empty>
)

function Whole({ generation }: { generation: Generation }) {
  const output = generation.output as unknown as BundleOutput
  const { content, case_id, n } = output
  const { codes } = usePack(content.pack.id)
  const { case: theCase, summary, recommendations, plan, citations } = content
  return (
    <article className="bundle-page mx-auto flex max-w-4xl flex-col gap-5 p-4 lg:p-6">
      <NewerBanner caseId={case_id} n={n} />
      <PageHead
        title={generation.title}
        actions={
          <Button className="print:hidden" onClick={() => print()}>
            <Printer />
            Print
          </Button>
        }
      >
        Bundle {n} of{' '}
        <Link to="/cases/$id" params={{ id: case_id }} className="font-mono text-xs text-accent hover:underline">
          {theCase.key}
        </Link>
        , sealed on {moment(generation.created_at)} by {generation.created_by.name}, for {theCase.target.label}
      </PageHead>
      <Seal output={output} />
      <Section title="Levels">
        <LevelBar counts={theCase.rollup.distribution} codes={codes} />
      </Section>
      {summary && <Summary summary={summary} citations={citations} />}
      {recommendations && <Recommendations items={recommendations} codes={codes} />}
      {plan !== undefined && <PlanTable plan={plan} />}
      <Citations citations={citations} />
      <Attribution content={content} />
    </article>
  )
}

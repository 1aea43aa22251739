// The permalink page of a bundle: a snapshot of a case, to read and print.
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

const ERRORS: Readonly<Record<number, readonly [string, string]>> = {
  403: [
    'You cannot view this bundle',
    'It belongs to a workspace that you are not a member of. Ask the person who sent you the link.',
  ],
  404: ['Bundle not found', 'The link may be incomplete, or the bundle belongs to another workspace.'],
  410: [
    'This bundle is no longer available',
    'It was deleted with its case, or it has expired. Create a new one in the case.',
  ],
}

export default function BundlePage() {
  const { id } = useParams({ from: '/app/studio/bundle/$id' })
  const found = useQuery({
    queryKey: ['generation', id],
    queryFn: () => api.generations.get({ params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = found.error instanceof ApiError ? ERRORS[found.error.status] : undefined
  if (known) return <Unavailable title={known[0]}>{known[1]}</Unavailable>
  return (
    <Loaded query={found} failed="The bundle did not load">
      {(generation) =>
        generation.kind === 'bundle' ? (
          <BundleArticle generation={generation} />
        ) : (
          <Unavailable title="This is not a bundle">
            It was created in the studio. Open it from the history there.
          </Unavailable>
        )
      }
    </Loaded>
  )
}

const Unavailable = ({ title, children }: { title: string; children: string }) => (
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

function BundleArticle({ generation }: { generation: Generation }) {
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
        , sealed on {moment(generation.created_at)} by {generation.created_by.name}. Target: {theCase.target.label}
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

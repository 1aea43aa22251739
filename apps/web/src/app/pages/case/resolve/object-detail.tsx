// One object: why it has its level, what it uses, and its findings.

import { useQuery } from '@tanstack/react-query'
import type { ArtifactDetail } from '@veritrace/contract/casework/artifacts'
import { useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { Cite } from '../../../../ui/cite.tsx'
import { count, day, plural } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { api } from '../../../api.ts'
import { CitationList, EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { NotInUpload } from '../../../shared/not-in-upload.tsx'
import { Conflicts } from '../../../shared/resolution/parts.tsx'
import { Acceptable, Part } from '../../../shared/resolution/resolution-card.tsx'
import { Unsure } from '../../../shared/unsure.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useCase } from '../queries.ts'

export function ObjectDetail({ id }: { id: string }) {
  const { target, pack, project_id } = useCase()
  const detail = useQuery({
    queryKey: ['artifacts', id, target.profile_id, project_id],
    queryFn: () =>
      api.artifacts.get({
        params: { id },
        query: { target: target.profile_id, pack: pack.id, ...(project_id && { project_id }) },
      }),
  })
  return (
    <Loaded query={detail} failed="The object did not load">
      {(object) => <Detail object={object} />}
    </Loaded>
  )
}

function Detail({ object }: { object: ArtifactDetail }) {
  const { codes } = usePack(object.pack)
  const [cited, setCited] = useState<number>()
  const { rating, estate } = object
  const worst = object.dependencies.toSorted((a, b) => codes.indexOf(b.code) - codes.indexOf(a.code))
  return (
    <>
      <header className="shrink-0 border-b px-4 pt-3 pb-3 lg:pr-12">
        <p className="flex items-center gap-2">
          <Level code={rating.code} codes={codes} label={rating.label} className="text-base" />
          <Acceptable is={object.acceptable} />
        </p>
        <h2 className="mt-1 font-mono text-sm font-semibold break-all">{object.name}</h2>
        <p className="text-xs text-ink-3">
          {object.type}
          {estate && ` · ${estate.package}${estate.lines ? ` · ${count(estate.lines)} lines` : ''}`}
        </p>
      </header>
      <ScrollPane label="Details" className="min-h-0 flex-1 overflow-y-auto">
        <Part title={`Why ${rating.code}`}>
          <ul className="flex flex-col gap-1 text-sm">
            {rating.reasons.map(({ text, citation }) => (
              <li key={text}>
                {text} {citation !== undefined && <Cite n={citation} onOpen={setCited} />}
              </li>
            ))}
          </ul>
          <p className="mt-1 font-mono text-2xs text-ink-3">
            {rating.rule.id}, {rating.rule.ruleset} {rating.rule.version}
          </p>
          {rating.flags.map((flag) => (
            <Badge key={flag} tone="caution" className="mt-1 mr-1">
              {flag.replaceAll('_', ' ')}
            </Badge>
          ))}
        </Part>
        {rating.conflicts.length > 0 && (
          <Part title={plural(rating.conflicts.length, 'conflict')}>
            <Conflicts conflicts={rating.conflicts} onCite={setCited} />
          </Part>
        )}
        {worst.length > 0 && (
          <Part title={`Uses, worst first (${worst.length})`}>
            <ul className="flex flex-col gap-1 text-sm">
              {worst.map(({ artifact, access, occurrences, code, confidence }) => (
                <li key={artifact.id + access} className="flex items-center gap-2">
                  <Level code={code} codes={codes} />
                  <span className="min-w-0 flex-1 truncate font-mono text-xs" title={artifact.iri}>
                    {artifact.type}:{artifact.name}
                  </span>
                  <NotInUpload kind={artifact.kind} />
                  <span className="text-xs text-ink-3">
                    {access} · {plural(occurrences, 'place')}
                    <Unsure confidence={confidence} />
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {object.findings.length > 0 && (
          <Part title={plural(object.findings.length, 'finding')}>
            <ul className="flex flex-col gap-2 text-sm">
              {object.findings.map((finding) => (
                <li key={finding.id} className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-2">
                  <span className="text-right font-mono text-xs leading-5 text-ink-3">
                    {finding.line === undefined ? '–' : `L${finding.line}`}
                  </span>
                  <span>
                    {finding.message}
                    <span className="block text-xs text-ink-3">
                      {finding.check_title} · priority {finding.priority}
                      {finding.exempted && ' · exempted'}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {estate && (
          <Part title="Usage">
            <p className="text-sm">
              {estate.usage.verdict.replaceAll('_', ' ')}
              {estate.usage.executions !== null && `, ${plural(estate.usage.executions, 'execution')}`}
              {estate.usage.window_days > 0 && ` in ${plural(estate.usage.window_days, 'day')}`}
              {estate.usage.last_used && `, last on ${day(estate.usage.last_used)}`}
            </p>
          </Part>
        )}
        {object.citations.length > 0 && (
          <Part title={plural(object.citations.length, 'source')}>
            <CitationList citations={object.citations} onOpen={setCited} />
          </Part>
        )}
      </ScrollPane>
      <EvidenceDrawer citations={object.citations} open={cited} onOpen={setCited} />
    </>
  )
}

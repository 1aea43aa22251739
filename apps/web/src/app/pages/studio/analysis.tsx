// The objects that a source uses with their levels, and the coverage of the analysis.
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { count, plural, share } from '../../../ui/format.ts'
import { Level, LevelBar } from '../../../ui/level.tsx'
import { EvidenceDrawer } from '../../shared/evidence/evidence-drawer.tsx'
import { LineLink } from './line-link.tsx'
import { ReferenceRow } from './reference-row.tsx'

interface Props {
  classification: Classification
  codes: readonly string[]
  /** Undefined if there is no source text. */
  onLine?: ((line: number) => void) | undefined
  /** Undefined if there is only one object. */
  onPick?: ((form: string) => void) | undefined
}
export function Analysis({ classification, codes, onLine, onPick }: Props) {
  const { objects, summary, warnings, citations, target } = classification
  const [cited, setCited] = useState<number>()
  return (
    <div className="flex flex-col">
      <div className="border-b px-4 py-3">
        <LevelBar counts={summary} codes={codes} />
        <p className="mt-1.5 text-xs text-ink-3">Rated for {target.label}</p>
      </div>
      <Coverage coverage={classification.coverage} onLine={onLine} />
      {warnings.length > 0 && (
        <ul className="flex flex-col gap-1 border-b bg-caution-soft px-4 py-2 text-xs text-caution">
          {warnings.map((text) => (
            <li key={text} className="flex gap-1.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
              {text}
            </li>
          ))}
        </ul>
      )}
      {objects.map((object) => (
        <ObjectPart
          key={`${object.type} ${object.name}`}
          object={object}
          codes={codes}
          onLine={onLine}
          onPick={onPick}
          onCite={setCited}
        />
      ))}
      <EvidenceDrawer citations={citations} open={cited} onOpen={setCited} />
    </div>
  )
}

interface ObjectProps {
  object: Classification['objects'][number]
  codes: readonly string[]
  onLine: Props['onLine']
  onPick: Props['onPick']
  onCite(n: number): void
}
function ObjectPart({ object, codes, onLine, onPick, onCite }: ObjectProps) {
  const { name, type, rating, references, technology } = object
  const worstFirst = references.toSorted((a, b) => codes.indexOf(b.rating.code) - codes.indexOf(a.rating.code))
  return (
    <section aria-label={name} className="border-b last:border-b-0">
      <h3 className="flex items-center gap-2 bg-sunken px-4 py-2 text-sm">
        <Level code={rating.code} codes={codes} label={rating.label} />
        <span className="min-w-0 truncate font-mono text-xs font-medium">{name}</span>
        <span className="text-xs text-ink-3">{type}</span>
        <span className="ml-auto text-xs font-normal whitespace-nowrap text-ink-3 tnum">
          {plural(references.length, 'reference')}
        </span>
        {onPick && (
          <Button size="sm" aria-label={`Open ${name}`} onClick={() => onPick(`${type}:${name}`)}>
            Open
          </Button>
        )}
      </h3>
      {references.length === 0 && technology.length === 0 && (
        <p className="px-4 py-2 text-sm text-ink-3">Uses no other objects.</p>
      )}
      <ul aria-label={`Objects that ${name} uses`} className="divide-y divide-line-row">
        {technology.map(({ kind, title, line, code }) => (
          <li key={`${kind} ${line}`} className="flex items-center gap-2 px-4 py-2 text-sm">
            <Level code={code} codes={codes} />
            <span className="min-w-0 flex-1">{title}</span>
            <LineLink line={line} onLine={onLine} />
          </li>
        ))}
        {worstFirst.map((reference) => (
          <ReferenceRow
            key={`${reference.artifact.id} ${reference.access}`}
            reference={reference}
            codes={codes}
            onLine={onLine}
            onCite={onCite}
          />
        ))}
      </ul>
    </section>
  )
}

function Coverage({ coverage, onLine }: { coverage: Classification['coverage']; onLine: Props['onLine'] }) {
  const { lines, statements, parsed_ratio, dynamic_calls, method } = coverage
  return (
    <div className="border-b px-4 py-2 text-xs text-ink-2">
      <p className="tnum">
        {count(lines)} lines, {plural(statements, 'statement')}, {share(parsed_ratio)} parsed
        {method === 'scan' && ' by the scanner, which finds less than the parser'}
      </p>
      {dynamic_calls.length > 0 && (
        <div className="mt-1.5">
          <p className="font-medium text-ink">
            {plural(dynamic_calls.length, 'dynamic call')} with a target that is known only at run time
          </p>
          <ul className="mt-0.5 flex flex-col">
            {dynamic_calls.map(({ line, text }) => (
              <li key={`${line} ${text}`} className="flex items-center gap-2">
                <LineLink line={line} onLine={onLine} />
                <code className="truncate font-mono text-xs">{text}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

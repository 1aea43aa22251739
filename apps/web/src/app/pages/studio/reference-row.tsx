import { Link } from '@tanstack/react-router'
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import { Badge } from '../../../ui/badge.tsx'
import { Cite } from '../../../ui/cite.tsx'
import { Level } from '../../../ui/level.tsx'
import { LineLink } from './line-link.tsx'

const MAX_LINES = 6

interface Props {
  reference: Classification['objects'][number]['references'][number]
  codes: readonly string[]
  onLine: ((line: number) => void) | undefined
  onCite(n: number): void
}
export function ReferenceRow({ reference, codes, onLine, onCite }: Props) {
  const { artifact, access, rating, own, successors, sites, occurrences } = reference
  const lines = [...new Set(occurrences.map(({ line }) => line))]
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2 text-sm">
      <div className="flex items-center gap-2">
        <Level code={rating.code} codes={codes} label={rating.label} />
        <Link
          to="/investigate"
          search={{ q: artifact.name, tab: 'search' }}
          className="min-w-0 truncate font-mono text-xs hover:text-accent hover:underline coarse:leading-6"
        >
          {artifact.name}
        </Link>
        <Badge tone={access === 'write' ? 'caution' : 'neutral'}>{access}</Badge>
        {own && <Badge title="Your own object: it has its own level and does not count here">custom</Badge>}
        <span className="ml-auto flex items-center gap-1">
          {lines.slice(0, MAX_LINES).map((line) => (
            <LineLink key={line} line={line} onLine={onLine} />
          ))}
          {sites > MAX_LINES && <span className="text-xs text-ink-3 tnum">of {sites}</span>}
        </span>
      </div>
      {rating.reasons.map(({ text, citation }) => (
        <p key={text} className="text-xs text-ink-2">
          {text} {citation !== undefined && <Cite n={citation} onOpen={onCite} />}
        </p>
      ))}
      {successors.length > 0 && (
        <p className="text-xs text-ink-2">
          Successors:{' '}
          {successors.map(({ id, name }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <Link
                to="/investigate"
                search={{ q: name, tab: 'search' }}
                className="font-mono text-accent hover:underline"
              >
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

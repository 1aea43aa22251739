import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'

export function PackList() {
  const packs = useQuery({ queryKey: ['packs'], queryFn: () => api.packs.list() })
  return (
    <Card>
      <CardHead title="Packs" hint="Rules, labels and lists" />
      <Loaded query={packs}>
        {({ items }) => (
          <ul>
            {items.map(({ id, version, title, digest, tests, active, origin }) => (
              <li
                key={`${id} ${version}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-row px-4 py-2 text-sm first:border-t-0"
              >
                <span className="font-medium">{title}</span>
                <span className="text-ink-2">{version}</span>
                {active && <Badge tone="positive">active</Badge>}
                {origin === 'uploaded' && <Badge>uploaded</Badge>}
                <span className="text-ink-2">
                  {tests.passed} of {tests.total} tests pass
                </span>
                <code className="ml-auto font-mono text-xs text-ink-3">{digest.slice(0, 19)}…</code>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

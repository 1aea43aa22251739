// The findings of abaplint, and separately the objects that it could not resolve.
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { Badge } from '../../../ui/badge.tsx'
import { plural } from '../../../ui/format.ts'

type Result = NonNullable<Scaffold['lint']>

export function Lint({ lint: { linter, findings, rules, context } }: { lint: Result }) {
  const own = findings.filter(({ origin }) => origin === 'own')
  const hidden = findings.filter(({ origin }) => origin === 'not_visible')
  return (
    <section aria-label="Lint" className="border-t">
      <h3 className="flex flex-wrap items-center gap-2 px-4 pt-3 text-sm font-semibold">
        {linter}
        <Badge tone={own.length > 0 ? 'critical' : 'positive'}>
          {own.length > 0 ? plural(own.length, 'finding') : 'No findings'}
        </Badge>
      </h3>
      <p className="px-4 pb-2 text-xs text-ink-3">
        {plural(rules.length, 'rule')}
        {context.length > 0 && `, with ${plural(context.length, 'object')} from your uploads`}
      </p>
      {own.length > 0 && <Findings label="Findings" findings={own} />}
      {hidden.length > 0 && (
        <details className="border-t px-4 py-2 text-sm">
          <summary className="text-xs text-accent">{plural(hidden.length, 'SAP name')} could not be resolved</summary>
          <p className="mt-1 text-xs text-ink-2">
            These objects are not in your uploads, but they exist in your system.
          </p>
          <Findings label="Not visible" findings={hidden} />
        </details>
      )}
    </section>
  )
}

const Findings = ({ label, findings }: { label: string; findings: Result['findings'] }) => (
  <ul aria-label={label} className="divide-y divide-line-row">
    {findings.map(({ path, line, column, rule, message }) => (
      <li key={`${path} ${line} ${column} ${rule} ${message}`} className="px-4 py-2 text-sm">
        <p className="break-words text-ink-2">{message}</p>
        <p className="font-mono text-xs break-all text-ink-3">
          {path}:{line} {rule}
        </p>
      </li>
    ))}
  </ul>
)

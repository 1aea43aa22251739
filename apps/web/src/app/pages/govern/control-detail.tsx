import { Link } from '@tanstack/react-router'
import type { Control } from '@veritrace/contract/casework/scorecard'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { moment } from '../../../ui/format.ts'
import { CreateCase } from '../../shared/case/create-case.tsx'
import { CitationList, EvidenceDrawer } from '../../shared/evidence/evidence-drawer.tsx'

/** Explains the status of a control: what fails, how to fix it, query, and its evidence. */
export function ControlDetail({ control }: { control: Control }) {
  const [shown, setShown] = useState(false)
  const [cited, setCited] = useState<number>()
  const names = control.failing_sample.map(({ type, name }) => `${type}:${name}`)
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      <p>{control.description}</p>
      <p className="text-ink-2">{control.reason}</p>
      {control.failing_total > 0 && (
        <section>
          <h3 className="label mb-1">Failing: {control.failing_total}</h3>
          <ul className="flex flex-col gap-0.5 font-mono text-xs">
            {names.map((name) => (
              <li key={name}>
                <Link
                  to="/investigate"
                  search={({ project, target }) => ({ project, target, tab: 'search' as const, q: name, open: name })}
                  className="text-accent hover:underline"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          {names.length > 0 && (
            <p className="mt-2">
              <CreateCase of={names.join(' ')} title={control.title}>
                Create case from these
              </CreateCase>
            </p>
          )}
        </section>
      )}
      <section>
        <h3 className="label mb-1">What to do</h3>
        <p>{control.remediation.text}</p>
      </section>
      {control.evidence.length > 0 && (
        <section>
          <h3 className="label mb-1">Evidence</h3>
          <CitationList citations={control.evidence} onOpen={setCited} />
          <EvidenceDrawer citations={control.evidence} open={cited} onOpen={setCited} />
        </section>
      )}
      <section>
        <Button size="sm" onClick={() => setShown(!shown)} aria-expanded={shown}>
          {shown ? 'Hide' : 'Show'} query
        </Button>
        {shown && (
          <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">{control.query.text}</pre>
        )}
      </section>
      <p className="text-xs text-ink-3">Measured {moment(control.measured_at)}</p>
    </div>
  )
}

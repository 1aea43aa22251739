// The bar with unsaved changes, and the choice if someone else changed the same fields.
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { explain } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import { isOfPlan, isStale, problemAt } from '../../shared/refusal.ts'
import { displayValue, type FieldName, NAMES, pathOf } from './page-fields.ts'
import type { Draft } from './use-draft.ts'

export function SaveBar({ draft }: { draft: Draft }) {
  const { changed, clashes, error, isSaving } = draft
  if (changed.length === 0) return null
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-0 z-20 -mx-4 flex flex-col gap-3 border-t bg-raised px-4 py-3 shadow-pop sm:mx-0 sm:rounded-lg sm:border lg:bottom-4"
    >
      {clashes.length > 0 && <Clash draft={draft} />}
      {clashes.length === 0 && error && <Refusal error={error} />}
      {/* The right end stays free for toasts, which would cover the buttons. */}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="solid"
          type="submit"
          busy={isSaving}
          disabled={!may('member') || clashes.length > 0}
          title={whyNot('member') ?? (clashes.length > 0 ? 'First select the version to keep' : undefined)}
        >
          Save
        </Button>
        <Button onClick={draft.discard} disabled={isSaving}>
          Discard
        </Button>
        <p className="min-w-0 flex-1 basis-40 text-sm text-ink-2">
          Unsaved: {changed.map((name) => NAMES[name]).join(', ')}
        </p>
      </div>
    </section>
  )
}

function Clash({ draft: { clashes, keepMine, takeTheirs } }: { draft: Draft }) {
  return (
    <div role="alert" className="rounded-md border border-caution-line bg-caution-soft p-3 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
        Someone else changed this while you were editing
      </p>
      <dl className="mt-2 flex max-h-40 flex-col gap-2 overflow-y-auto">
        {clashes.map(({ name, theirs, mine }) => (
          <div key={name} className="wrap-anywhere">
            <dt className="font-medium">{NAMES[name]}</dt>
            <dd>Their version: {displayValue(theirs)}</dd>
            <dd>Your version: {displayValue(mine)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={takeTheirs}>
          Use their version
        </Button>
        <Button size="sm" onClick={keepMine}>
          Keep my version
        </Button>
      </div>
    </div>
  )
}

function Refusal({ error }: { error: Error }) {
  // Some of these fields may be on the other tab.
  const wrong = (Object.keys(NAMES) as FieldName[]).filter((name) => problemAt(error, pathOf(name)))
  const text = wrong.length > 0 ? `Check ${wrong.map((name) => NAMES[name]).join(', ')}.` : explain(error)
  return (
    <p role="alert" className="text-sm text-critical">
      {isStale(error) ? 'The page was changed in the meantime. Save again.' : text}{' '}
      {isOfPlan(error) && (
        <Link to="/billing" className="font-medium underline">
          View plans
        </Link>
      )}
    </p>
  )
}

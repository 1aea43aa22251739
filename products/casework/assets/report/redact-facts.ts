// Removes people from the facts of a report: owners of objects and the author of the plan. Uploads are named by their kind,
// because a file name may be a person's name. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { redactPeople } from '../../bundles/redact.ts'
import { hashText } from '../../cases/evidence-rows.ts'
import type { EvidenceRow } from '../../evidence/tables.ts'
import type { ReportedPlan } from './draft-plan.ts'
import type { ReportFacts } from './gather.ts'

export function redactFacts(facts: ReportFacts): ReportFacts {
  const { readiness, scorecard } = facts
  const uploads = new Map(facts.evidence.map((row) => [row.id, row]))
  const clean = (citation: Citation): Citation => withoutName(citation, uploads.get(citation.evidence_id ?? ''))
  return {
    ...facts,
    objects: facts.objects.map((object) => ({ ...object, owner: '' })),
    readiness: { ...readiness, citations: readiness.citations.map(clean) },
    plan: facts.plan && redactPlan(facts.plan, clean),
    scorecard: {
      ...scorecard,
      controls: scorecard.controls.map((control) => ({ ...control, evidence: control.evidence.map(clean) })),
    },
  }
}

function redactPlan(plan: ReportedPlan, clean: (citation: Citation) => Citation): ReportedPlan {
  const { owners: _, ...selector } = plan.scope?.selector ?? {}
  return redactPeople({
    ...plan,
    ...(plan.scope && { scope: { ...plan.scope, ...(plan.scope.selector && { selector }) } }),
    items: plan.items.map(({ assignee: _, ...item }) => item),
    citations: plan.citations.map(clean),
  })
}

function withoutName(citation: Citation, upload: EvidenceRow | undefined): Citation {
  if (!upload) return citation
  const { filename, label, kind } = upload
  const clean = (text: string): string => [label, filename].reduce((left, name) => without(left, name, kind), text)
  const quote = clean(citation.quote)
  const { locator } = citation
  return {
    ...{ ...citation, quote, quote_hash: hashText(quote), title: clean(citation.title) },
    locator: { ...locator, value: clean(locator.value) },
  }
}

/** A very short name may be part of other words, so it is replaced only if it is the whole text. */
const without = (text: string, name: string, kind: string): string =>
  name.length < 4 ? (text === name ? kind : text) : text.replaceAll(name, kind)

// Writes a report in one format. HTML and PDF are generated from the Markdown.
import type { Asset, ReportRequest } from '@veritrace/contract/casework/assets'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Asking } from '@veritrace/platform/threads/pool'
import type { Casework } from '../../deps.ts'
import { digestOf } from '../../model/digest.ts'
import { scopeOf } from '../../model/scope.ts'
import type { Planners } from '../../planning/threads/planners.ts'
import { getProject } from '../../projects/get-project.ts'
import { storeAsset } from '../store-asset.ts'
import type { Writers } from '../writing/writers.ts'
import { agreementValues } from './agreement.ts'
import { compareRuns, type Delta } from './compare-runs.ts'
import { deltaValues } from './delta-values.ts'
import { fillTemplate, sectionIds } from './fill.ts'
import { gatherFacts, type ReportFacts, type ReportPorts } from './gather.ts'
import { redactFacts } from './redact-facts.ts'
import { steeringValues } from './steering.ts'
import { reportValues } from './values.ts'

type Asked = Omit<ReportRequest, 'format'> & { format: ReportRequest['format'] | 'pdf' }

const MEDIA = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
}

export async function writeReport(
  deps: Casework & { planners: Planners },
  ports: ReportPorts,
  writers: Writers,
  caller: Caller,
  { projectId, asked, signal }: { projectId: string; asked: Asked; signal: AbortSignal },
): Promise<Asset> {
  const scope = scopeOf(caller)
  const project = await getProject(deps.db, scope, projectId)
  const gathered = await gatherFacts(deps, ports, scope, project, { ...asked, signal })
  const facts = asked.redact ? redactFacts(gathered) : gathered
  const { pack } = await deps.packs.of(scope, project.pack_id)
  const template = pack.templates[`report/${asked.template}.md`]
  if (!template) return fail('not_configured', `The pack ${pack.ref.id} has no report “${asked.template}”.`)
  const unknown = asked.sections?.find((id) => !sectionIds(template).includes(id))
  if (unknown)
    fail(
      'unacceptable',
      `“${unknown}” is not a section of the report. Choose from: ${sectionIds(template).join(', ')}.`,
    )
  const delta = asked.template === 'delta' ? await compareRuns(deps, scope, project.id, asked) : undefined
  // Expensive, so only for templates that show it.
  const agreement = template.includes('{{agreement_summary}}')
    ? await agreementValues(deps, scope, project.id, facts.readiness.target.profile_id)
    : {}
  const values = {
    ...{ ...reportValues(facts, asked), ...steeringValues(facts), ...agreement },
    ...(delta && deltaValues(delta)),
  }
  const markdown = fillTemplate(template, values, asked.sections)
  const title = `${project.name}: ${asked.template} report`
  const bytes = await bytesOf(writers, { tenant: scope.tenant, signal }, asked.format, {
    title,
    markdown,
    facts,
    delta,
  })
  return storeAsset(deps, caller, {
    projectId,
    kind: asked.format === 'pdf' ? 'report_pdf' : 'report',
    ...{ format: asked.format, title, bytes, mediaType: MEDIA[asked.format] },
    filename: `${slugOf(project.name)}-${asked.template}.${asked.format}`,
    params: { ...asked },
    source: {
      ...(asked.case_ids && { case_ids: asked.case_ids }),
      ...(facts.plan?.id !== undefined && { plan_version_id: facts.plan.id }),
      readiness_digest: facts.readiness.inputs.digest,
      catalog_entries: facts.readiness.inputs.catalog_entries,
      inputs_digest: digestOf({
        asked,
        readiness: facts.readiness.inputs.digest,
        plan: facts.plan?.inputs_digest ?? facts.plan?.totals ?? null,
        estimate: facts.estimate?.effort ?? null,
        ...(delta && { runs: delta.compared.map(({ before, after }) => [before.id, after.id]) }),
      }),
    },
  })
}

interface Written {
  title: string
  markdown: string
  facts: ReportFacts
  delta: Delta | undefined
}
async function bytesOf(
  writers: Writers,
  asking: Asking,
  format: Asked['format'],
  { title, markdown, facts, delta }: Written,
): Promise<Uint8Array> {
  if (format === 'md') return Buffer.from(markdown)
  if (format === 'html') return writers.write({ format, title, markdown }, asking)
  if (format === 'pdf') {
    const { asOf, readiness } = facts
    const order = { format, title, markdown, asOf: asOf.toISOString(), distribution: readiness.distribution }
    return writers.write(order, asking)
  }
  const { readiness, objects, conflicts, cases, plan, scorecard } = facts
  const written = { title, readiness, objects, conflicts, cases, plan, scorecard, delta }
  return Buffer.from(`${JSON.stringify(written, null, 2)}\n`)
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'report'

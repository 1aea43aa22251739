// The values for the placeholders of report templates, as Markdown. Pure.

import type { Readiness } from '@veritrace/contract/casework/readiness'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { counted } from '../../model/counted.ts'
import { inWords } from '../../model/in-words.ts'
import type { ReportFacts } from './gather.ts'
import { bullets, code, days, escaped, share, table } from './markdown.ts'

const MAX_ROWS = 2_000
const MAX_PATTERNS = 25
const MAX_CITATIONS = 400

export function reportValues(facts: ReportFacts, { redact }: { redact: boolean }): Record<string, string> {
  const { project, readiness, plan } = facts
  return {
    title: escaped(project.name),
    as_of: facts.asOf.toISOString().slice(0, 10),
    baseline: escaped(readiness.drift?.baseline ?? ''),
    target: escaped(readiness.target.label),
    pack: `${readiness.pack.id} ${readiness.pack.version}`,
    ruleset: `${readiness.ruleset.id} ${readiness.ruleset.version}`,
    headline: escaped(readiness.headline.text),
    direction: escaped(readiness.headline.direction_note),
    acceptable_share: share(readiness.acceptable.share),
    interval_low: share(readiness.interval.low),
    interval_high: share(readiness.interval.high),
    distribution_table: distributionTable(facts),
    coverage_table: coverageTable(facts),
    confidence_reasons: bullets(readiness.confidence.reasons.map(escaped)),
    patterns_table: patternsTable(facts.readiness.patterns ?? []),
    lift_table: patternsTable(byLift(facts.readiness.patterns ?? [])),
    findings_table: findingsTable(facts),
    findings_list: findingsList(facts),
    assumptions_list: plan ? bullets(plan.assumptions.map(escaped)) : '',
    sources_table: sourcesTable(facts),
    groups_table: groupsTable(facts),
    objects_table: objectsTable(facts, redact),
    dynamic_calls_list: bullets(
      facts.objects
        .filter(({ dynamicCalls }) => dynamicCalls > 0)
        .map((one) => `${code(one.name)}: ${one.dynamicCalls}`),
    ),
    conflicts_table: table(
      ['Object', 'What the sources say'],
      facts.conflicts.slice(0, MAX_ROWS).map(({ name, note }) => [code(name), escaped(note)]),
    ),
    controls_table: controlsTable(facts),
    drift_table: driftTable(facts),
    inputs_table: inputsTable(facts, redact),
    effort_p50: plan ? days(plan.totals.effort.p50) : '',
    effort_p80: plan ? days(plan.totals.effort.p80) : '',
    plan_summary: plan ? planSummary(plan) : '',
    plan_table: plan ? planTable(plan) : '',
    progress_table: plan ? progressTable(plan) : '',
    decisions_list: plan ? bullets(plan.open_questions.map(({ text }) => escaped(text))) : '',
    sources_list: sourcesList(facts),
    citations_list: citationsList(readiness.citations),
    attribution: attributionOf(facts),
    disclaimer: facts.disclaimer ? `> ${escaped(facts.disclaimer)}` : '',
  }
}

const distributionTable = ({ readiness }: ReportFacts): string =>
  table(
    ['Level', 'Objects', 'Share', 'Share weighted by usage'],
    readiness.distribution.map((row) => [row.code, String(row.objects), share(row.share), share(row.weighted_share)]),
  )

const coverageTable = ({ readiness: { coverage } }: ReportFacts): string =>
  table(
    ['Coverage', 'Objects'],
    [
      ['All objects', String(coverage.objects_total)],
      ['With dependencies', String(coverage.with_dependencies)],
      ['With check results', String(coverage.with_atc)],
      ['With usage data', String(coverage.with_usage)],
      ['Source parsed', share(coverage.parsed_ratio)],
      ['Dynamic calls (target known only at run time)', String(coverage.dynamic_calls)],
    ],
  )

type Pattern = NonNullable<Readiness['patterns']>[number]

/** Findings that a script can fix come last, whatever they lift. */
const byLift = (patterns: readonly Pattern[]): Pattern[] =>
  patterns.toSorted(
    (a, b) => Number(a.finding.mechanical) - Number(b.finding.mechanical) || b.lift - a.lift || b.objects - a.objects,
  )

const findingsTable = ({ readiness }: ReportFacts): string =>
  table(
    ['Finding', 'Objects', 'Places', 'Decisions'],
    (readiness.findings ?? []).map((one) => [
      escaped(one.mechanical ? `${one.title} (mechanical)` : one.title),
      ...[String(one.objects), String(one.places), String(one.decisions_total)],
    ]),
  )

const MAX_LISTED = 8
/** The decisions for each kind of finding. */
const findingsList = ({ readiness }: ReportFacts): string =>
  (readiness.findings ?? [])
    .map(({ title, decisions, decisions_total }) => {
      const listed = decisions.slice(0, MAX_LISTED).map((one) => escaped(one.title))
      const left = decisions_total - listed.length
      return `### ${escaped(title)}\n\n${bullets([...listed, ...(left > 0 ? [`and ${left} more`] : [])])}`
    })
    .join('\n\n')

const patternsTable = (patterns: readonly Pattern[]): string =>
  table(
    ['Reference', 'Type', 'Access', 'Level', 'Successors', 'Objects', 'Lifts'],
    patterns
      .slice(0, MAX_PATTERNS)
      .map((one) => [
        ...[code(one.reference.name), one.reference.type, one.access, one.code],
        namesOf(one.successors) || 'none listed',
        ...[String(one.objects), String(one.lift)],
      ]),
  )

const MAX_NAMED = 3
function namesOf(successors: Pattern['successors']): string {
  const named = successors.slice(0, MAX_NAMED).map(({ name }) => code(name))
  const left = successors.length - named.length
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ')
}

const MAX_GROUPS = 40
const groupsTable = ({ readiness }: ReportFacts): string =>
  table(
    ['Package', 'Objects', 'Acceptable'],
    (readiness.groups ?? [])
      .slice(0, MAX_GROUPS)
      .map(({ group, objects, acceptable }) => [
        ...[code(group || '(none)'), String(objects), share(acceptable.share)],
      ]),
  )

const objectsTable = ({ objects }: ReportFacts, redact: boolean): string =>
  table(
    ['Object', 'Type', 'Package', ...(redact ? [] : ['Owner']), 'Level', 'Acceptable'],
    objects
      .slice(0, MAX_ROWS)
      .map((one) => [
        ...[code(one.name), one.type, code(one.package || '-')],
        ...(redact ? [] : [escaped(one.owner || '-')]),
        ...[one.code, one.isAcceptable ? 'yes' : 'no'],
      ]),
  )

const controlsTable = ({ scorecard }: ReportFacts): string =>
  table(
    ['Control', 'Status', 'Value', 'Threshold'],
    scorecard.controls.map(({ id, title, status, value, threshold, compare }) => [
      `${id} ${escaped(title)}`,
      inWords(status),
      value === null ? 'unknown' : String(Math.round(value * 100) / 100),
      `${compare === 'at_most' ? 'at most' : 'at least'} ${threshold}`,
    ]),
  )

const driftTable = ({ readiness: { drift } }: ReportFacts): string =>
  table(
    ['What changed', 'From', 'To', 'Objects that use it'],
    (drift?.changes ?? []).map(({ artifact, from, to, objects, kinds }) => [
      `${code(artifact.name)} (${kinds.map(inWords).join(', ')})`,
      ...[from, to, String(objects)],
    ]),
  )

const inputsTable = ({ evidence }: ReportFacts, redact: boolean): string =>
  table(
    ['File', 'Kind', 'Uploaded', 'sha256'],
    evidence.map((row) => [
      escaped(redact ? row.kind : row.filename),
      inWords(row.kind),
      row.uploaded_at.toISOString().slice(0, 10),
      code(row.sha256.slice(0, 16)),
    ]),
  )

/** The start of the digest is enough to distinguish two lists. */
const sourcesTable = ({ entries }: ReportFacts): string =>
  table(
    ['List', 'Version', 'License', 'Digest'],
    entries.map(({ title, version_label, content_hash, license }) => [
      ...[escaped(title), escaped(version_label), license.spdx, code(content_hash.slice(0, 23))],
    ]),
  )

type Plan = NonNullable<ReportFacts['plan']>
const planSummary = ({ totals, waves }: Plan): string =>
  bullets([
    `${counted(totals.items, 'work package')} over ${counted(totals.objects, 'object')}, in ${counted(waves.length, 'wave')}`,
    `${counted(totals.unacceptable_left, 'object')} would remain unacceptable`,
    ...waves.map(
      ({ n, title, items, start, finish }) =>
        `Wave ${n}, ${escaped(title)}: ${counted(items.length, 'package')}${start ? `, ${start} to ${finish}` : ''}`,
    ),
  ])

const planTable = ({ items }: Plan): string =>
  table(
    ['Wave', 'Work package', 'Objects', 'Lifts', 'Days', 'Risk'],
    items
      .slice(0, MAX_ROWS)
      .map((item) => [
        ...[String(item.wave), escaped(item.title), String(item.artifacts_total)],
        String(item.lift.objects_reaching_target),
        ...[`${days(item.effort.p10)} to ${days(item.effort.p90)}`, item.risk],
      ]),
  )

function progressTable({ items }: Plan): string {
  const counts = new Map<string, number>()
  for (const { state } of items) counts.set(state, (counts.get(state) ?? 0) + 1)
  return table(
    ['State', 'Items'],
    [...counts].map(([state, count]) => [inWords(state), String(count)]),
  )
}

const sourcesList = ({ entries, evidence }: ReportFacts): string =>
  bullets([
    ...entries.map(({ title, version_label, content_hash, license }) =>
      `${escaped(title)} ${escaped(version_label)}, ${license.spdx}, ${code(content_hash.slice(0, 23))}`.trim(),
    ),
    ...evidence.map(({ filename, sha256 }) => `${escaped(filename)}, ${code(`sha256:${sha256.slice(0, 16)}`)}`),
  ])

const citationsList = (citations: readonly Citation[]): string =>
  citations
    .slice(0, MAX_CITATIONS)
    .map(
      ({ n, title, quote, license }) => `${n}. ${escaped(title)}: “${escaped(quote)}”${license ? ` (${license})` : ''}`,
    )
    .join('\n')

const attributionOf = ({ entries }: ReportFacts): string =>
  bullets([
    ...new Set(
      entries.map(({ license }) => `${escaped(license.attribution)} ${license.spdx}, ${escaped(license.url)}`),
    ),
  ])

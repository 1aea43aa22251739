// Runs one check: reads the sources and the lists of the target, rates what the sources use, and applies the policy.
import { published } from '../corpus/published/published.ts'
import { counted } from '../model/counted.ts'
import { loadBuiltInPack } from '../packs/built-in.ts'
import type { Pack, TargetProfile } from '../packs/pack.ts'
import { missingLists } from '../rating/lists.ts'
import { readBaseline, writeBaseline } from './baseline.ts'
import { CannotRun } from './cannot-run.ts'
import { type Config, checkAgainstPack } from './config.ts'
import { findIn } from './find.ts'
import { byRisk } from './finding.ts'
import { openShippedLists, packAsShipped } from './lists.ts'
import { compare, type Policy, violationsOf } from './policy.ts'
import type { Result } from './result.ts'
import { readSources } from './sources.ts'

interface Order {
  /** A folder or an archive. */
  source: string
  /** Paths in findings are relative to this folder. */
  base: string
  config: Config
  writeBaseline?: string
  printError(line: string): void
}

export async function check({ source, base, config, printError, ...order }: Order): Promise<Result> {
  const pack = await loadBuiltInPack()
  const target = targetOf(pack, config.target ?? pack.defaultTarget)
  checkAgainstPack(config, pack)
  const policy = policyOf(config, pack)
  const baseline = config.baseline ? await readBaseline(config.baseline) : undefined
  if (policy.forbid_new.length > 0 && !baseline && !order.writeBaseline)
    throw new CannotRun('forbid_new needs a baseline: name one with --baseline, or write one with --write-baseline.')
  const sources = await readSources(source, base, config.exclude ?? [])
  const context = await openShippedLists(packAsShipped(pack), target)
  const { findings: all, ...checked } = findIn(sources, context, { withUnknown: config.unknown === 'list' })
  const findings = all.filter(({ rule }) => !config.ignore?.includes(rule)).sort(byRisk)
  if (order.writeBaseline) {
    await writeBaseline(order.writeBaseline, target.profile_id, findings)
    printError(`Wrote ${counted(findings.length, 'finding')} to ${order.writeBaseline}.`)
  }
  const { compared, gone } = compare(findings, baseline)
  const { source: from, commit, date } = published()
  return {
    ...{ pack, target, lists: { source: from, commit, date }, checked, skipped: sources.skipped },
    ...{ compared, gone, hasBaseline: baseline !== undefined },
    // Writing a baseline accepts all current findings.
    violations: order.writeBaseline ? [] : violationsOf(compared, policy),
    warnings: missingLists(context.catalog, target).map(
      (list) => `The list ${list} of this target does not ship. Objects that only this list names are not known.`,
    ),
  }
}

export async function listTargets(): Promise<string> {
  const { targets, defaultTarget } = await loadBuiltInPack()
  return targets
    .map(
      ({ profile_id, label }) =>
        `${profile_id.padEnd(22)}${label}${profile_id === defaultTarget ? '  (default)' : ''}\n`,
    )
    .join('')
}

function targetOf({ targets }: Pack, id: string): TargetProfile {
  const found = targets.find(({ profile_id }) => profile_id === id)
  if (found) return found
  throw new CannotRun(`There is no target “${id}”. --list-targets shows all targets.`)
}

/** Default: the worst level fails. */
function policyOf({ policy }: Config, { scheme }: Pack): Policy {
  const { forbid, forbid_new = [], max = {} } = policy ?? { forbid: [scheme.codes.at(-1)!] }
  return { forbid: forbid ?? [], forbid_new, max }
}

// What keeps objects from meeting the target, and what the rules of the pack recommend for each concern. Pure.
import { type Named, shortForm } from '../../model/artifacts.ts'
import type { Action, TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import { type ActionGiven, type Chosen, chooseAction } from '../../rating/choose-action.ts'
import type { Known } from '../../rating/known.ts'
import { isOwnName } from '../../rating/own-names.ts'
import type { FoundObject } from '../classify/found.ts'
import { technologyOf } from '../classify/technologies.ts'

export interface Concern {
  /** Stable for one subject, because question ids contain it. */
  key: string
  label: string
  code: string
  access: string | undefined
  named: Named | undefined
  known: Known | undefined
  objects: number
  sites: number
  chosen: Chosen
}

interface Constraints {
  code_required?: string
  in_use?: boolean
}

interface Weighed {
  concerns: Concern[]
  /** Codes of everything that already meets the target, except own objects. */
  passing: string[]
}

const UNUSED = { verdict: 'unused', confidence: 'high' }

export function weigh(
  active: ActivePack,
  target: TargetProfile,
  found: readonly FoundObject[],
  known: ReadonlyMap<string, Known>,
  constraints: Constraints,
): Weighed {
  const { pack } = active
  const codeRequired =
    constraints.code_required ?? pack.scheme.codes.filter((code) => target.acceptable.includes(code)).at(-1)
  const usage = constraints.in_use === false ? { usage: UNUSED } : {}
  const choose = (given: ActionGiven): Chosen =>
    chooseAction(active, target, { ...given, ...usage, ...(codeRequired !== undefined && { codeRequired }) })
  const isFine = (code: string, acceptable: boolean): boolean =>
    constraints.in_use !== false &&
    acceptable &&
    (constraints.code_required === undefined || isAtLeast(pack.scheme.codes, code, constraints.code_required))
  const concerns = new Map<string, Concern>()
  const passing: string[] = []
  const add = (concern: Omit<Concern, 'objects' | 'chosen'>, given: ActionGiven): void => {
    const before = concerns.get(concern.key)
    if (before) {
      before.objects++
      before.sites += concern.sites
    } else concerns.set(concern.key, { ...concern, objects: 1, chosen: choose(given) })
  }
  for (const object of found) {
    const used = object.isListed ? [{ ...object, access: undefined, sites: 1 }] : object.references
    for (const { type, name, access, sites } of used) {
      const named = { type, name }
      const one = known.get(shortForm(named))!
      const { code } = one.rating
      if (one.facts.length === 0 && isOwnName(pack, name)) continue
      if (isFine(code, one.acceptable)) passing.push(code)
      else
        add(
          { key: keyOf(named, access), label: `${type} ${name}`, code, access, named, known: one, sites },
          { known: one, ...(access !== undefined && { access }) },
        )
    }
    for (const { kind, line } of object.technologies) {
      const technology = technologyOf(pack, { kind, line })
      if (isFine(technology.code, target.acceptable.includes(technology.code))) passing.push(technology.code)
      else
        add(
          {
            key: `technology:${kind}`,
            label: technology.title,
            code: technology.code,
            access: undefined,
            named: undefined,
            known: undefined,
            sites: 1,
          },
          { technology },
        )
    }
  }
  return { concerns: [...concerns.values()], passing }
}

const keyOf = (named: Named, access: string | undefined): string =>
  access === undefined ? shortForm(named) : `${shortForm(named)}:${access}`

const isAtLeast = (codes: readonly string[], code: string, required: string): boolean => {
  const place = codes.indexOf(code)
  return place >= 0 && place <= codes.indexOf(required)
}

/** The possible actions. The one that the rules chose comes first. */
export const candidatesOf = ({ chosen }: Concern): Action[] => [chosen.action, ...chosen.alternatives]

// Selects the reader for an intent by the endpoint that the pack assigns to it. No intent is known by name here.
import type { IntentSpec } from '../../packs/pack.ts'
import type { Reader } from './asking.ts'
import { changes } from './changes.ts'
import { compare } from './compare.ts'
import { controls } from './controls.ts'
import { levels } from './levels.ts'
import { lists } from './lists.ts'
import { mostUsed } from './most-used.ts'
import { packages } from './packages.ts'
import { plan } from './plan.ts'
import { progress } from './progress.ts'
import { readiness } from './readiness.ts'
import { resolution } from './resolution.ts'
import { risks } from './risks.ts'
import { texts } from './texts.ts'
import { unused } from './unused.ts'
import { walk } from './walk.ts'

export function readerFor({ route, answer_kind, params }: IntentSpec): Reader {
  const { properties = {} } = params as { properties?: Record<string, unknown> }
  switch (route.path) {
    case '/resolve':
      return resolution
    case '/traverse':
      // For a table of users, the resolution already contains them.
      return answer_kind === 'table' ? resolution : walk
    case '/artifacts':
      return Object.keys(properties).flatMap((name) => BY_PARAMETER.get(name) ?? [])[0] ?? unused
    case '/corpus':
      return changes
    case '/corpus/status':
      return lists
    case '/clean-core/readiness':
      return 'order' in properties ? packages : readiness
    case '/cases/{caseId}/plans':
      return progress
    case '/control/scorecard':
      return controls
    case '/plan':
      return plan
    default:
      return (asking) => texts(asking)
  }
}

/** `/artifacts` has several readers, selected by the parameters of the intent. */
const BY_PARAMETER: ReadonlyMap<string, Reader> = new Map([
  ['to', compare],
  ['technology', risks],
  ['code', levels],
  ['references', mostUsed],
])

/** Parameters with names that the readers look up themselves, so that an unknown name gives no result. */
export const looksUpItself = ['name', 'other', 'package', 'from', 'to'] as const

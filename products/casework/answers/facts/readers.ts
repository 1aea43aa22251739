// Which door answers an intent: the one behind the endpoint that the pack names for it. Nothing here knows an intent.
import type { IntentSpec } from '../../packs/pack.ts'
import type { Reader } from './asking.ts'
import { changes } from './changes.ts'
import { compare } from './compare.ts'
import { controls } from './controls.ts'
import { lists } from './lists.ts'
import { plan } from './plan.ts'
import { readiness } from './readiness.ts'
import { resolution } from './resolution.ts'
import { texts } from './texts.ts'
import { unused } from './unused.ts'
import { walk } from './walk.ts'

export function readerFor({ route, answer_kind, params }: IntentSpec): Reader {
  const { properties = {} } = params as { properties?: Record<string, unknown> }
  switch (route.path) {
    case '/resolve':
      return resolution
    case '/traverse':
      // A table of what uses a thing comes with its resolution.
      return answer_kind === 'table' ? resolution : walk
    case '/artifacts':
      return 'to' in properties ? compare : unused
    case '/corpus':
      return changes
    case '/corpus/status':
      return lists
    case '/clean-core/readiness':
      return readiness
    case '/control/scorecard':
      return controls
    case '/plan':
      return plan
    default:
      return (asking) => texts(asking)
  }
}

/** Names among the parameters that the reader looks up itself, and says nothing where it does not find them. */
export const looksUpItself = ['name', 'package', 'from', 'to'] as const

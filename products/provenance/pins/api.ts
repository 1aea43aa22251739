// Pinned vendors: the endpoints of contract/provenance/pins.ts.
import { pins } from '@veritrace/contract/provenance/pins'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { backtestRules } from './backtest-rules.ts'
import { pinVendor, unpinVendor } from './pin-vendor.ts'
import { listPins } from './store.ts'
import { updatePin } from './update-pin.ts'
import { viewPin } from './view.ts'

export const pinsApi = (deps: Provenance) =>
  implement(pins, {
    list: async ({ query }, caller) => {
      const { items, next } = await listPins(deps.db, caller.tenant, query)
      return { items: items.map(viewPin), next }
    },
    pin: ({ body }, caller) => pinVendor(deps, caller, body),
    update: ({ params, body, ifVersion }, caller) => updatePin(deps, caller, params.vendor_id, body, ifVersion),
    unpin: ({ params, ifVersion }, caller) => unpinVendor(deps, caller, params.vendor_id, ifVersion),
    // The body is null if the request has none.
    backtest: ({ params, body }, caller) => backtestRules(deps, caller, params.vendor_id, body?.rules),
  })

// Risk and quality: implements contract/provenance/risk.ts.
import { risk } from '@veritrace/contract/provenance/risk'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { assessRisk } from './assess-risk.ts'
import { measureQuality } from './measure-quality.ts'

export const riskApi = (deps: Provenance) =>
  implement(risk, {
    trustCenter: (_input, caller) => assessRisk(deps, caller),
    dataQuality: (_input, caller) => measureQuality(deps, caller),
  })

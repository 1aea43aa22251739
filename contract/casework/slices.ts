// The slices of casework. Apart from contract/index.ts, so that the browser app loads no other product's schemas.

import { access } from './access.ts'
import { artifacts } from './artifacts.ts'
import { corpus } from './corpus.ts'
import { documents } from './documents.ts'
import { evidence as projectEvidence } from './evidence.ts'
import { guidance } from './guidance.ts'
import { caseworkHealth } from './health.ts'
import { notices } from './notices.ts'
import { packs } from './packs.ts'
import { plan } from './plan.ts'
import { projects } from './projects.ts'
import { resolve } from './resolve.ts'

export const caseworkSlices = {
  artifacts,
  corpus,
  documents,
  guidance,
  resolve,
  packs,
  plan,
  projects,
  projectEvidence,
  access,
  caseworkHealth,
  notices,
} as const

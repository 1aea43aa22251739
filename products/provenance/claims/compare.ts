// All changes at a vendor between two versions of a page. Pure: no clock, no rows, no ids.
import type { Change, Pages } from './change.ts'
import { compareCertifications } from './compare-certifications.ts'
import { compareSubprocessors } from './compare-subprocessors.ts'
import { compareClauses, compareDates, compareOthers, compareResidency, compareStatus } from './compare-terms.ts'

export const compare = (pages: Pages): Change[] => [
  ...compareCertifications(pages),
  ...compareSubprocessors(pages),
  ...compareClauses(pages),
  ...compareResidency(pages),
  ...compareDates(pages),
  ...compareStatus(pages),
  ...compareOthers(pages),
]

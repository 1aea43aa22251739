// From when the duties of Article 50 of the AI Act (Regulation (EU) 2024/1689) apply. A verdict changes on these dates.

interface DatedRule {
  duty: string
  /** The first day on which it applies. */
  valid_from: string
  /** Applies only to systems that were on the market before this day. */
  placed_before?: string
  basis: string
}

const APPLIES = '2026-08-02'

const AI_ACT_DATES: readonly DatedRule[] = [
  { duty: '50(1)', valid_from: APPLIES, basis: 'Art. 113' },
  { duty: '50(2)', valid_from: APPLIES, basis: 'Art. 113' },
  {
    duty: '50(2)',
    valid_from: '2026-12-02',
    placed_before: APPLIES,
    basis: 'Art. 111(4), added by Regulation (EU) 2026/1744',
  },
  { duty: '50(3)', valid_from: APPLIES, basis: 'Art. 113' },
  { duty: '50(4)', valid_from: APPLIES, basis: 'Art. 113' },
  { duty: '50(5)', valid_from: APPLIES, basis: 'Art. 113' },
]

/** The day from which a duty binds a system placed on the market on `placed`. If that is unknown, it counts as older. */
export function appliesFrom(duty: string, placed: string | undefined): string {
  const rules = AI_ACT_DATES.filter((rule) => rule.duty === duty)
  const special = rules.find((rule) => rule.placed_before && (!placed || placed < rule.placed_before))
  return (special ?? rules.find((rule) => !rule.placed_before))!.valid_from
}

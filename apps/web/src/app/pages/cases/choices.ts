// What the list can be narrowed by.
import { CASE_PHASES, CASE_STATUSES } from '@veritrace/contract/casework/cases'
import { PHASE_LABELS, STATUS } from '../../shared/case/words.ts'
import { usePack } from '../../shared/use-pack.ts'
import { FILTERS, type useCases, useCaseWords, useSetWords } from './use-cases.ts'

export type Facets = ReturnType<typeof useCases>['facets']
export interface Choice {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange(value: string | undefined): void
}

/** `isMore`: there are more cases than were counted. */
export function useChoices(facets: Facets, isMore: boolean): readonly Choice[] {
  const words = useCaseWords()
  const setWords = useSetWords()
  const { pack, codes } = usePack()
  const withCount = (facet: Readonly<Record<string, number>> | undefined, value: string, label: string) => ({
    value,
    label: facet?.[value] ? `${label} (${facet[value]}${isMore ? '+' : ''})` : label,
  })
  return [
    {
      label: 'Status',
      value: words.status,
      options: CASE_STATUSES.map((value) => withCount(facets?.status, value, STATUS[value].label)),
      onChange: (status) => setWords({ status }),
    },
    {
      label: 'Phase',
      value: words.phase,
      options: CASE_PHASES.map((value) => withCount(facets?.phase, value, PHASE_LABELS[value])),
      onChange: (phase) => setWords({ phase }),
    },
    {
      label: 'Type',
      value: words.type_id,
      options: (pack?.case_types ?? []).map(({ id, title }) => withCount(facets?.type_id, id, title)),
      onChange: (type_id) => setWords({ type_id }),
    },
    {
      label: 'Has level',
      value: words.code,
      options: [...codes, 'unknown'].map((value) => ({ value, label: value })),
      onChange: (code) => setWords({ code }),
    },
  ]
}

export function useIsFiltered(): boolean {
  const words = useCaseWords()
  return FILTERS.some((name) => name !== 'sort' && words[name])
}

// The filters of the case list.
import { CASE_PHASES, CASE_STATUSES } from '@veritrace/contract/casework/cases'
import { count } from '../../../ui/format.ts'
import { PHASE_LABELS, STATUS } from '../../shared/case/words.ts'
import { usePack } from '../../shared/use-pack.ts'
import { FILTERS, type useCases, useCasesSearch, useSetSearch } from './use-cases.ts'

export type Facets = ReturnType<typeof useCases>['facets']
export interface Choice {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange(value: string | undefined): void
}

/** `isMore`: there are more cases than the facets count. */
export function useChoices(facets: Facets, isMore: boolean): readonly Choice[] {
  const search = useCasesSearch()
  const setSearch = useSetSearch()
  const { pack, codes } = usePack()
  const withCount = (facet: Readonly<Record<string, number>> | undefined, value: string, label: string) => ({
    value,
    label: facet?.[value] ? `${label} (${count(facet[value])}${isMore ? '+' : ''})` : label,
  })
  return [
    {
      label: 'Status',
      value: search.status,
      options: CASE_STATUSES.map((value) => withCount(facets?.status, value, STATUS[value].label)),
      onChange: (status) => setSearch({ status }),
    },
    {
      label: 'Phase',
      value: search.phase,
      options: CASE_PHASES.map((value) => withCount(facets?.phase, value, PHASE_LABELS[value])),
      onChange: (phase) => setSearch({ phase }),
    },
    {
      label: 'Type',
      value: search.type_id,
      options: (pack?.case_types ?? []).map(({ id, title }) => withCount(facets?.type_id, id, title)),
      onChange: (type_id) => setSearch({ type_id }),
    },
    {
      label: 'Has level',
      value: search.code,
      options: [...codes, 'unknown'].map((value) => ({ value, label: value })),
      onChange: (code) => setSearch({ code }),
    },
  ]
}

export function useIsFiltered(): boolean {
  const search = useCasesSearch()
  return FILTERS.some((name) => name !== 'sort' && search[name])
}

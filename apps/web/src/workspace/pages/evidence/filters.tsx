import type { Evidence, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import { Choose, FilterBar } from '../../shared/find.tsx'
import { isExpired, isExpiring, KINDS, VISIBILITY } from './labels.ts'

interface View {
  label: string
  /** Filters on the server. */
  review_status?: ReviewStatus
  /** Filters here, because the server cannot. */
  matches?(evidence: Evidence): boolean
}
const VIEWS: Readonly<Record<string, View>> = {
  to_review: {
    label: 'To review',
    matches: ({ review_status: now }) => now === 'pending' || now === 'in_review',
  },
  changes_requested: { label: 'Changes requested', review_status: 'changes_requested' },
  approved: { label: 'Approved', review_status: 'approved' },
  expiring: { label: 'Expiring', review_status: 'approved', matches: (one) => isExpiring(one) },
  expired: { label: 'Expired', matches: (one) => isExpired(one) },
  rejected: { label: 'Rejected', review_status: 'rejected' },
  superseded: { label: 'Superseded', review_status: 'superseded' },
}
export const viewOf = (word = ''): View | undefined => (Object.hasOwn(VIEWS, word) ? VIEWS[word] : undefined)

export type Visibility = Evidence['visibility'] | undefined

const OPTIONS = [{ value: '', label: 'All' }, ...Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }))]

interface Words {
  status?: string | undefined
  kind?: string | undefined
  q?: string | undefined
}
interface Props {
  words: Words
  onWords(words: Words): void
  visibility: Visibility
  onVisibility(visibility: Visibility): void
}
export const Filters = ({ words, onWords, visibility, onVisibility }: Props) => (
  <FilterBar
    views={OPTIONS}
    status={words.status}
    onStatus={(status) => onWords({ status })}
    label="Search titles, files and tags"
    q={words.q}
    onSearch={(q) => onWords({ q })}
  >
    <Choose
      label="Kind"
      all="All kinds"
      value={words.kind}
      options={Object.entries(KINDS)}
      onChange={(kind) => onWords({ kind })}
    />
    <Choose
      label="Visibility"
      all="Any visibility"
      value={visibility}
      options={Object.entries(VISIBILITY).map(([word, { label }]) => [word, label])}
      onChange={(word) => onVisibility(word as Visibility)}
    />
  </FilterBar>
)

// The kinds of pages at which a vendor speaks about security and data: the one list.

export const SOURCE_KINDS = [
  'trust_center',
  'security',
  'compliance',
  'privacy',
  'dpa',
  'subprocessors',
  'terms',
  'status',
  'security_txt',
  'vulnerability_disclosure',
  'data_residency',
  'ai_policy',
  'ai_transparency',
  'responsible_ai',
  'model_card',
  'acceptable_use',
  'homepage',
  'docs',
  'blog',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

const KNOWN: ReadonlySet<string> = new Set(SOURCE_KINDS)
export const isSourceKind = (word: string): word is SourceKind => KNOWN.has(word)

/** What is looked for at every vendor; the others are what a page may turn out to be. */
const LOOKED_FOR: ReadonlySet<SourceKind> = new Set(
  SOURCE_KINDS.filter((kind) => kind !== 'homepage' && kind !== 'docs' && kind !== 'blog' && kind !== 'terms'),
)
export const isLookedFor = (kind: SourceKind | ''): kind is SourceKind => kind !== '' && LOOKED_FOR.has(kind)

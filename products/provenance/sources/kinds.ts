// All kinds of pages on which a vendor describes its security and data handling.

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

/** Kinds that discovery looks for at every vendor. A page may also turn out to be of another kind. */
const LOOKED_FOR: ReadonlySet<SourceKind> = new Set(
  SOURCE_KINDS.filter((kind) => kind !== 'homepage' && kind !== 'docs' && kind !== 'blog' && kind !== 'terms'),
)
export const isLookedFor = (kind: SourceKind | ''): kind is SourceKind => kind !== '' && LOOKED_FOR.has(kind)

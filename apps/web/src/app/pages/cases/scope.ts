// What a new case or plan is about: a whole project, part of it, or things that are named.
import type { CaseScope } from '@veritrace/contract/casework/case-scope'

export interface ScopeDraft {
  kind: 'all' | 'part' | 'names'
  packages: string
  globs: string
  codes: readonly string[]
  used: boolean
  names: string
}
export const EMPTY_SCOPE: ScopeDraft = { kind: 'all', packages: '', globs: '', codes: [], used: false, names: '' }

const PACKAGE = 'package:'

/** What the address says: names, or a package. */
export function draftFrom(words: string | undefined): ScopeDraft {
  if (!words) return EMPTY_SCOPE
  if (words.startsWith(PACKAGE)) return { ...EMPTY_SCOPE, kind: 'part', packages: words.slice(PACKAGE.length) }
  return { ...EMPTY_SCOPE, kind: 'names', names: wordsIn(words).join('\n') }
}

const wordsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Without a project there is nothing to take a part of. */
export const kindOf = ({ kind }: ScopeDraft, projectId: string): ScopeDraft['kind'] => (projectId ? kind : 'names')

export function scopeOf(draft: ScopeDraft, projectId: string): CaseScope {
  const { packages, globs, codes, used, names } = draft
  const kind = kindOf(draft, projectId)
  if (kind === 'names') return { artifact_ids: wordsIn(names) }
  if (kind === 'all') return { selector: {} }
  return {
    selector: {
      ...(packages.trim() && { packages: wordsIn(packages) }),
      ...(globs.trim() && { name_globs: wordsIn(globs) }),
      ...(codes.length > 0 && { codes: [...codes] }),
      ...(used && { used: true }),
    },
  }
}

/** What is missing before it can be sent, in words. */
export function scopeGap(draft: ScopeDraft, projectId: string, projectsFailed = false): string | undefined {
  if (kindOf(draft, projectId) !== 'names' || wordsIn(draft.names).length > 0) return undefined
  if (!projectId && projectsFailed)
    return 'The projects did not load, so none can be chosen. Name the objects, or load the page again.'
  return projectId ? 'Name at least one object.' : 'Choose a project, or name the objects.'
}

// The scope of a new case or plan: a whole project, part of it, or named objects.
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

/** Reads the scope from the URL: names, or a package. */
export function draftFrom(text: string | undefined): ScopeDraft {
  if (!text) return EMPTY_SCOPE
  if (text.startsWith(PACKAGE)) return { ...EMPTY_SCOPE, kind: 'part', packages: text.slice(PACKAGE.length) }
  return { ...EMPTY_SCOPE, kind: 'names', names: splitList(text).join('\n') }
}

const splitList = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Without a project, objects can only be named. */
export const kindOf = ({ kind }: ScopeDraft, projectId: string): ScopeDraft['kind'] => (projectId ? kind : 'names')

export function scopeOf(draft: ScopeDraft, projectId: string): CaseScope {
  const { packages, globs, codes, used, names } = draft
  const kind = kindOf(draft, projectId)
  if (kind === 'names') return { artifact_ids: splitList(names) }
  if (kind === 'all') return { selector: {} }
  return {
    selector: {
      ...(packages.trim() && { packages: splitList(packages) }),
      ...(globs.trim() && { name_globs: splitList(globs) }),
      ...(codes.length > 0 && { codes: [...codes] }),
      ...(used && { used: true }),
    },
  }
}

/** Says what is missing before the form can be submitted. */
export function scopeGap(draft: ScopeDraft, projectId: string, projectsFailed = false): string | undefined {
  if (kindOf(draft, projectId) !== 'names' || splitList(draft.names).length > 0) return undefined
  if (!projectId && projectsFailed)
    return 'The projects did not load. Name the objects, or reload the page to select a project.'
  return projectId ? 'Name at least one object.' : 'Select a project, or name the objects.'
}

// The change as a unified diff that `git apply` and `patch` can read.
import { createTwoFilesPatch } from 'diff'

interface Change {
  path: string
  before: string
  after: string
}

const CONTEXT_LINES = 3

const CHANGES = 'changes.diff'

export function changeFile({ path, before, after }: Change) {
  const [from, to] = [`a/${path}`, `b/${path}`]
  const content = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: CONTEXT_LINES })
  // The library writes a separator line above the names. Diffs of git have none.
  return { path: CHANGES, language: 'diff', role: 'doc' as const, content: content.replace(/^={3,}\n/, '') }
}

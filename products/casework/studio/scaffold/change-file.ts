// The difference as `git apply` and `patch` read it.
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
  // Some tools write a line of signs above the names; git does not read it.
  return { path: CHANGES, language: 'diff', role: 'doc' as const, content: content.replace(/^={3,}\n/, '') }
}

// Updates of a workspace are evaluated side by side, and who commits first makes the others begin again. One that was overtaken
// has the right of way: it is tried alone, and who comes meanwhile waits behind it.

export interface RightOfWay {
  /** Whether somebody has it, or waits for it. */
  isTaken(workspace: string): boolean
  /** Does the work once all before it are done, however they ended. */
  take<T>(workspace: string, work: () => Promise<T>): Promise<T>
}

export function openRightOfWay(): RightOfWay {
  const last = new Map<string, Promise<unknown>>()
  return {
    isTaken: (workspace) => last.has(workspace),
    async take(workspace, work) {
      const doing = (last.get(workspace) ?? Promise.resolve()).then(work)
      const settled = doing.catch(() => {})
      last.set(workspace, settled)
      try {
        return await doing
      } finally {
        if (last.get(workspace) === settled) last.delete(workspace)
      }
    },
  }
}

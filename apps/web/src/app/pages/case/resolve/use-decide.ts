import { useMutation } from '@tanstack/react-query'
import type { Recommendation, RecommendationDecision } from '@veritrace/contract/casework/recommendations'
import { MAY } from '@veritrace/contract/casework/roles'
import { useRef } from 'react'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { useMay } from '../../../shared/use-me.ts'
import { useCase, useRefresh } from '../queries.ts'

interface Input {
  of: readonly Recommendation[]
  decision: RecommendationDecision
}

interface Failed {
  id: string
  why: string
}

/** Sends the decisions one by one, each for the version that was shown, and reports all failures together. */
export function useDecide() {
  const { id, status } = useCase()
  const refresh = useRefresh()
  const isArchitect = useMay(MAY.decide)
  const decide = useMutation({
    mutationFn: async ({ of, decision }: Input) => {
      const failed: Failed[] = []
      for (const { id: recId, etag, title } of of)
        await api.recommendations
          .decide({ params: { id, recId }, body: decision, headers: { 'if-match': etag } })
          .catch((error: unknown) => {
            const why = of.length > 1 ? `${title}: ${refusal(error)}` : refusal(error)
            failed.push({ id: recId, why })
          })
      return failed
    },
    onSuccess: async (failed, { of, decision }) => {
      await refresh()
      const whys = failed.slice(0, 3).map(({ why }) => why)
      if (failed.length > 0) toast.error('The decision was not saved', whys.join(' '))
      else if (decision.status)
        toast.ok(of.length > 1 ? `${of.length} ${decision.status}` : `${of[0]!.title}: ${decision.status}`)
      else toast.ok('Feedback saved')
    },
  })
  const isClosed = status === 'closed'
  const pending = useRef(new Set<string>())
  return {
    /** Returns the ids whose decision failed. */
    async decide(of: readonly Recommendation[], decision: RecommendationDecision): Promise<string[]> {
      // A repeated key press is the same decision. Sent again, it would be refused as stale, as if nothing had been saved.
      const fresh = of.filter(({ id: one }) => !pending.current.has(one))
      if (fresh.length === 0) return []
      for (const { id: one } of fresh) pending.current.add(one)
      try {
        return (await decide.mutateAsync({ of: fresh, decision })).map(({ id: failedId }) => failedId)
      } finally {
        for (const { id: one } of fresh) pending.current.delete(one)
      }
    },
    isBusy: decide.isPending,
    may: isArchitect && !isClosed,
    whyNot: isClosed
      ? 'The case is closed'
      : isArchitect
        ? undefined
        : `Decisions require one of these roles: ${MAY.decide.join(', ')}`,
  }
}

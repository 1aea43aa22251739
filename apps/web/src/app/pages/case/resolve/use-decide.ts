import { useMutation } from '@tanstack/react-query'
import type { Recommendation, RecommendationDecision } from '@veritrace/contract/casework/recommendations'
import { MAY } from '@veritrace/contract/casework/roles'
import { useRef } from 'react'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { useMay } from '../../../shared/use-me.ts'
import { useCase, useRefresh } from '../queries.ts'

interface Order {
  of: readonly Recommendation[]
  decision: RecommendationDecision
}

interface Refused {
  id: string
  why: string
}

/** One after the other, each against the version that was seen; those that are refused are told together. */
export function useDecide() {
  const { id, status } = useCase()
  const refresh = useRefresh()
  const isArchitect = useMay(MAY.decide)
  const decide = useMutation({
    mutationFn: async ({ of, decision }: Order) => {
      const refused: Refused[] = []
      for (const { id: recId, etag, title } of of)
        await api.recommendations
          .decide({ params: { id, recId }, body: decision, headers: { 'if-match': etag } })
          .catch((error: unknown) => {
            const why = of.length > 1 ? `${title}: ${refusal(error)}` : refusal(error)
            refused.push({ id: recId, why })
          })
      return refused
    },
    onSuccess: async (refused, { of, decision }) => {
      await refresh()
      const whys = refused.slice(0, 3).map(({ why }) => why)
      if (refused.length > 0) toast.error('Not decided', whys.join(' '))
      else if (decision.status)
        toast.ok(of.length > 1 ? `${of.length} ${decision.status}` : `${of[0]!.title}: ${decision.status}`)
      else toast.ok('Thank you: it is noted')
    },
  })
  const isClosed = status === 'closed'
  const onTheirWay = useRef(new Set<string>())
  return {
    /** The ids of those that were refused. */
    async decide(of: readonly Recommendation[], decision: RecommendationDecision): Promise<string[]> {
      // A second press is the same decision: sent again, it would be refused as stale and look as if nothing had been decided.
      const fresh = of.filter(({ id: one }) => !onTheirWay.current.has(one))
      if (fresh.length === 0) return []
      for (const { id: one } of fresh) onTheirWay.current.add(one)
      try {
        return (await decide.mutateAsync({ of: fresh, decision })).map(({ id: refused }) => refused)
      } finally {
        for (const { id: one } of fresh) onTheirWay.current.delete(one)
      }
    },
    isBusy: decide.isPending,
    may: isArchitect && !isClosed,
    whyNot: isClosed ? 'The case is closed' : isArchitect ? undefined : `Decisions are for ${MAY.decide.join(', ')}`,
  }
}

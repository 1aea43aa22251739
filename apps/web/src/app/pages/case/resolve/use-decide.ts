import { useMutation } from '@tanstack/react-query'
import type { Recommendation, RecommendationDecision } from '@veritrace/contract/casework/recommendations'
import { MAY } from '@veritrace/contract/casework/roles'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { useMay } from '../../../shared/use-me.ts'
import { useCase, useRefresh } from '../queries.ts'

interface Order {
  of: readonly Recommendation[]
  decision: RecommendationDecision
}

/** One after the other, each against the version that was seen; those that are refused are told together. */
export function useDecide() {
  const { id, status } = useCase()
  const refresh = useRefresh()
  const isArchitect = useMay(MAY.decide)
  const decide = useMutation({
    mutationFn: async ({ of, decision }: Order) => {
      const refused: string[] = []
      for (const { id: recId, etag, title } of of)
        await api.recommendations
          .decide({ params: { id, recId }, body: decision, headers: { 'if-match': etag } })
          .catch((error: unknown) => refused.push(of.length > 1 ? `${title}: ${refusal(error)}` : refusal(error)))
      return { done: of.length - refused.length, refused }
    },
    onSuccess: async ({ done, refused }, { of, decision }) => {
      await refresh()
      if (refused.length > 0) toast.error('Not decided', refused.slice(0, 3).join(' '))
      else if (decision.status)
        toast.ok(of.length > 1 ? `${done} ${decision.status}` : `${of[0]!.title}: ${decision.status}`)
      else toast.ok('Thank you: it is noted')
    },
  })
  const isClosed = status === 'closed'
  return {
    decide: (of: readonly Recommendation[], decision: RecommendationDecision) => decide.mutateAsync({ of, decision }),
    isBusy: decide.isPending,
    may: isArchitect && !isClosed,
    whyNot: isClosed ? 'The case is closed' : isArchitect ? undefined : `Decisions are for ${MAY.decide.join(', ')}`,
  }
}

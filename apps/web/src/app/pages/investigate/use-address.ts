import { useNavigate, useSearch } from '@tanstack/react-router'

const FROM = '/app/investigate'
type Words = ReturnType<typeof useAddress>['words']

/** What the address says, and how to say something else there. */
export function useAddress() {
  const words = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/investigate' })
  const say = (part: Partial<typeof words>, { replace = false } = {}) =>
    void navigate({ to: '/investigate', search: (was) => ({ ...was, ...part }), replace })
  return { words, say }
}

/** The words of a tab start empty when another tab is opened; these go along. */
export const kept = ({ project, target }: Words) => ({ project, target })

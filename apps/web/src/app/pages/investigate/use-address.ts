import { useNavigate, useSearch } from '@tanstack/react-router'

const FROM = '/app/investigate'
export type Params = ReturnType<typeof useAddress>['params']

/** The search parameters in the address, and a function to change some of them. */
export function useAddress() {
  const params = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/investigate' })
  const setParams = (part: Partial<typeof params>, { replace = false } = {}) =>
    void navigate({ to: '/investigate', search: (prev) => ({ ...prev, ...part }), replace })
  return { params, setParams }
}

/** The parameters that are preserved when the user opens another tab. */
export const preserved = ({ project, target }: Params) => ({ project, target })

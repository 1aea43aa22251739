// The pages that show a disclosure, and the evidence that supports it.
import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../../../shared/pages.ts'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { Choice } from '../choice.tsx'

const EACH = 200

interface Props {
  chosen: readonly string[]
  error: string | undefined
  onChange(chosen: string[]): void
}
export function ChoosePages(props: Props) {
  const pages = useQuery({
    queryKey: ['pages', 'names'],
    queryFn: () => readAll((at) => api.pages.list({ query: { limit: EACH, ...at } })),
  })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Shown on</legend>
      <Loaded query={pages} failed="Could not load your pages">
        {(all) => (
          <Boxes
            {...props}
            none="All trust pages, including future ones"
            options={all.map(({ slug, display_name }) => ({ id: slug, label: display_name, hint: `/trust/${slug}` }))}
          />
        )}
      </Loaded>
    </fieldset>
  )
}

export function ChooseEvidence(props: Props) {
  const evidence = useQuery({
    queryKey: ['evidence', 'names'],
    queryFn: () => readAll((at) => api.evidence.list({ query: { limit: EACH, ...at } })),
  })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Supporting evidence</legend>
      <Loaded query={evidence} failed="Could not load your evidence">
        {(all) => (
          <Boxes
            {...props}
            none="None"
            options={all.map(({ id, title, review_status }) => ({
              id,
              label: title,
              hint: review_status.replaceAll('_', ' '),
            }))}
          />
        )}
      </Loaded>
    </fieldset>
  )
}

interface BoxesProps extends Props {
  /** The label for choosing nothing. */
  none: string
  options: readonly { id: string; label: string; hint: string }[]
}
function Boxes({ chosen, error, onChange, none, options }: BoxesProps) {
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <>
      <div className="grid max-h-48 gap-x-4 gap-y-2 overflow-y-auto rounded-md border p-3 sm:grid-cols-2">
        <Choice
          label={none}
          checked={chosen.length === 0}
          disabled={chosen.length === 0}
          onChange={() => onChange([])}
        />
        {options.map(({ id, label, hint }) => (
          <Choice
            key={id}
            label={label}
            hint={hint}
            checked={chosen.includes(id)}
            onChange={(isOn) => toggle(id, isOn)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-xs text-critical">
          {error}
        </p>
      )}
    </>
  )
}

// Maps table fields to elements of an entity, with sources and alternative entities.
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { plural, share } from '../../../ui/format.ts'

export function Mapping({ mapping }: { mapping: NonNullable<Scaffold['mapping']> }) {
  const { table, entity, fields, alternatives, notes } = mapping
  return (
    <section aria-label="Field mapping" className="border-b">
      <div className="overflow-x-auto">
        <table className="w-full text-xs">
          <caption className="sr-only">
            Fields of {table} in {entity}
          </caption>
          <thead>
            <tr className="text-left text-ink-3">
              <th scope="col" className="px-3 py-1.5 font-medium">
                {table}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {entity}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium">
                Source
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line-row">
            {fields.map(({ field, element, source, confidence }) => (
              <tr key={field}>
                <td className="px-3 py-1 font-mono">{field}</td>
                <td className="px-3 py-1 font-mono">{element ?? <span className="text-caution">Unknown</span>}</td>
                <td className="px-3 py-1 text-ink-2">{element && `${source}, ${share(confidence)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {notes.map((note) => (
        <p key={note} className="px-3 py-1 text-xs text-caution">
          {note}
        </p>
      ))}
      {alternatives.length > 0 && (
        <p className="px-3 py-1.5 text-xs text-ink-3">
          Alternatives: {alternatives.map((one) => `${one.entity} (${plural(one.mapped, 'field')})`).join(', ')}
        </p>
      )}
    </section>
  )
}

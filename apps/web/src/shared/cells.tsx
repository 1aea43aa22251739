// Cells of tables. Their look belongs to the cell: a class of the column would change its head as well.
interface Given {
  getValue(): unknown
}

/** An identifier that a machine wrote. */
export const monoCell = ({ getValue }: Given) => <span className="font-mono text-xs">{String(getValue() ?? '')}</span>
/** What is said beside the main thing. */
export const quietCell = ({ getValue }: Given) => <span className="text-ink-2">{String(getValue() ?? '')}</span>

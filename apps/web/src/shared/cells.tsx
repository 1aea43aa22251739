// Table cells. Styles belong to the cell, because a class on the column would also affect its header.
interface Given {
  getValue(): unknown
}

/** An identifier. */
export const monoCell = ({ getValue }: Given) => <span className="font-mono text-xs">{String(getValue() ?? '')}</span>
/** Secondary text. */
export const quietCell = ({ getValue }: Given) => <span className="text-ink-2">{String(getValue() ?? '')}</span>

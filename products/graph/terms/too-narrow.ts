/** The chosen syntax cannot represent the RDF. */
export class TooNarrow extends Error {}

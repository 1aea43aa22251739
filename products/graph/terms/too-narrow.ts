/** Something that RDF can say and the chosen syntax cannot. */
export class TooNarrow extends Error {}

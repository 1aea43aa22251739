// What a version of a list says about what it does not name.

/** complete: it is not in the list. Of a sample, and of what was read in part, nobody can say so. */
export type Completeness = 'complete' | 'sample' | 'partial'

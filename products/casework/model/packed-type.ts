/** Of the files that ship with the product: versions that came so give way to the files of a newer one. */
export const PACKED_TYPE = 'application/vnd.veritrace.list'

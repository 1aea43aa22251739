/** The media type of lists shipped with the product. A newer shipped file replaces them. */
export const PACKED_TYPE = 'application/vnd.veritrace.list'

/** How many rows a page of a list may have. */
export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100]

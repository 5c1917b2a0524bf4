/** Tests of plain rules ask for the node environment and need none of this. */
if (typeof document !== 'undefined') await import('#test/browser.ts')

export {}

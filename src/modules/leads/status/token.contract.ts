/** Returns the path of a status page, in any language, without its token. Returns other paths unchanged. */
export const withoutToken = (path: string) => path.replace(/\/[2-9A-Z]{6}-.*$/s, '/')

/** Returns the path of a status page, in any language, without its token. Other paths are returned unchanged. */
export const withoutToken = (path: string) => path.replace(/\/[2-9A-Z]{6}-.*$/s, '/')

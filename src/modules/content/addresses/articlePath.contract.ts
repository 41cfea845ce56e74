export const articlePathOf = (slug: string) => `/blog/${slug}/`
export const articleSlugIn = (path: string) => path.match(/^\/blog\/([a-z0-9-]+)\/$/)?.[1]

let origin = 'http://localhost:3000'

/** The public origin of the site, without a final slash; the process sets it once, at its start. */
export function siteOrigin(): string {
  return origin
}

export function setSiteOrigin(url: string): void {
  origin = url
}

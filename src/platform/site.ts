let site = { siteUrl: 'http://localhost:3000', isProduction: false }

/** What the process is, said once at its start: its public origin without a final slash, and whether it is real. */
export function setSite({ siteUrl, isProduction }: typeof site): void {
  site = { siteUrl, isProduction }
}

export function siteOrigin(): string {
  return site.siteUrl
}

/** Outside production the network of this machine may be spoken to: simulators and tests live there. */
export function isProduction(): boolean {
  return site.isProduction
}

/** The product's figure and a reference from one run. */
export interface Row {
  work: string
  /** Our result with its unit, such as `8120/s` or `3.1 s`. */
  ours: string
  /** Result of the reference with its unit. */
  reference?: string
  /** Median and spread over the rounds, if the goal is a ratio. */
  ratio?: { median: number; low: number; high: number }
  goal: string
  met: boolean
}

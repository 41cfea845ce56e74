/** One row of a table: the product's figure and a reference, from one run. */
export interface Row {
  work: string
  /** The product's figure with its unit: `8120/s`, `3.1 s`. */
  ours: string
  /** The reference with its unit; empty if the goal is not a ratio. */
  reference: string
  /** Median over the rounds, and the spread; null if the goal is not a ratio. */
  ratio: { median: number; low: number; high: number } | null
  goal: string
  met: boolean
}

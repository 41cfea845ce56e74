/** One line of the table: a figure of ours beside a reference, from one run. */
export interface Row {
  work: string
  /** Ours, with its unit: `8120/s`, `3.1 s`. */
  ours: string
  /** What it is compared with, with its unit; empty where the goal is no ratio. */
  reference: string
  /** Median over the rounds, and the spread; null where the goal is no ratio. */
  ratio: { median: number; low: number; high: number } | null
  goal: string
  met: boolean
}

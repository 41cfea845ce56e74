import type { Row } from './row.ts'
import { median } from './site.ts'

interface Rounds {
  work: string
  goal: string
  /** `ours` has the product's figure of each round, `theirs` the reference's. */
  ours: number[]
  theirs: number[]
  /** Unit such as `/s` or ` ms`. */
  unit: string
  isMet: (ratio: number) => boolean
}

/** Compares product and reference by the ratios of their rounds, which must have run alternately. */
export function ratioOf({ work, goal, ours, theirs, unit, isMet }: Rounds): Row {
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))
  const shown = (figures: number[]) => {
    const figure = median(figures)
    return `${figure < 10 ? figure.toFixed(1) : Math.round(figure)}${unit}`
  }
  return {
    work,
    ours: shown(ours),
    reference: shown(theirs),
    ratio: { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) },
    goal,
    met: isMet(median(ratios)),
  }
}

import type { Job } from '../../../modules/operations/jobs/contract.ts'

interface Written {
  /** The finished text; empty until there is one. */
  text: string
  /** What is there of it while it is being written, unchecked. */
  soFar: string
  model: string
}

/** The text that a job about a text holds. */
export function writtenBy({ result }: Job): Written {
  const { text = '', soFar = '', model = '' } = (result ?? {}) as Partial<Written>
  return { text, soFar, model }
}

import type { Job } from '../../../modules/operations/jobs/contract.ts'

interface Written {
  /** The finished text; empty until then. */
  text: string
  /** The unchecked text so far. */
  soFar: string
  model: string
}

/** Returns the text of a job. */
export function writtenBy({ result }: Job): Written {
  const { text = '', soFar = '', model = '' } = (result ?? {}) as Partial<Written>
  return { text, soFar, model }
}

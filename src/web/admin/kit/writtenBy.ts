import type { Job } from '../../../modules/operations/jobs/contract.ts'

interface Written {
  /** The finished text; empty until the job has finished. */
  text: string
  /** The unchecked text that the model has written until now. */
  soFar: string
  model: string
}

/** Returns the text of a job and the model that wrote the text. */
export function writtenBy({ result }: Job): Written {
  const { text = '', soFar = '', model = '' } = (result ?? {}) as Partial<Written>
  return { text, soFar, model }
}

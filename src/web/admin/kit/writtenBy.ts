import type { Job } from '../../../modules/operations/jobs/contract.ts'

interface Written {
  /** Empty until the job has finished. */
  text: string
  /** Unchecked. */
  soFar: string
  model: string
}

export function writtenBy({ result }: Job): Written {
  const { text = '', soFar = '', model = '' } = (result ?? {}) as Partial<Written>
  return { text, soFar, model }
}

import type { Job } from '../../../modules/operations/jobs/contract.ts'

interface Written {
  /** Complete text; empty until the job has finished. */
  text: string
  /** Text written so far, not yet checked for invented figures. */
  soFar: string
  model: string
}

export function writtenBy({ result }: Job): Written {
  const { text = '', soFar = '', model = '' } = (result ?? {}) as Partial<Written>
  return { text, soFar, model }
}

import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import { ReadActiveAnalytics } from './contract.ts'

const active = readModel(['google_analytics_configurations'], async (read) => {
  const [configuration] = await read<[{ isActive: boolean; measurementId: string | null }?]>`
    select is_active, measurement_id from google_analytics_configurations where is_active`
  return configuration ?? { isActive: false, measurementId: null }
})

export const readActiveAnalytics = answer(ReadActiveAnalytics, (read) => active(read))

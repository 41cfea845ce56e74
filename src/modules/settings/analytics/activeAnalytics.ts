import { answer } from '../../../kernel/message.ts'
import { activeAnalytics } from '../site/site.queries.ts'
import { ReadActiveAnalytics } from './contract.ts'

export const readActiveAnalytics = answer(ReadActiveAnalytics, (read) => activeAnalytics(read))

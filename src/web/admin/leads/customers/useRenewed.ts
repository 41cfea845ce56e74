import { useQueryClient } from '@tanstack/react-query'
import { renew } from '../../kit/api.ts'
import { customerAnswers } from './customerAnswers.ts'

/** Returns a function that fetches the customers again. */
export function useRenewed(): () => void {
  const client = useQueryClient()
  return () => void renew(client, customerAnswers)
}

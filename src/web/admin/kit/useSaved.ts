import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { renew } from './api.ts'

/** `saved` fetches the queries in `renews` again, and then opens the path (default: the list). */
export function useSaved(list: string, renews: string[]) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = () => void navigate(list)
  const saved = async (path = list) => {
    await renew(client, renews)
    void navigate(path)
  }
  return { leave, saved }
}

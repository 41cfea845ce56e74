import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { renew } from './api.ts'

/** `leave` returns to the list. `saved` fetches again what the save changed, then opens the list or another page. */
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

import { createContext, useContext } from 'react'
import type { Message } from '../../../kernel/message.ts'
import type { Role } from '../../../kernel/role.ts'

/** Rights of the logged-in user by role. The panel only hides what the user may not do. The server checks each call. */
export interface Rights {
  may(message: Pick<Message, 'access'>): boolean
  /** Whether the user may open the screen of a path (`adminPath`). */
  opens(path: string): boolean
  /** Role as which an admin sees the panel; null for the own role. The server then refuses each change. */
  seenAs: Role | null
}

export const RightsContext = createContext<Rights>({ may: () => false, opens: () => false, seenAs: null })

export const useRights = () => useContext(RightsContext)

/** `/auth-redirect` (spec §2): needs no token, takes none from the address, and forwards to a path of this origin (DESIGN §5). */
import { useEffect } from 'react'
import { destinationOf } from '#src/guard.ts'

export default function AuthRedirectPage() {
  useEffect(() => location.replace(destinationOf(location.search)), [])
  return null
}

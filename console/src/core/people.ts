/** User names that the device itself assigns, in the user's language. */
import type { Areas } from '../locales/areas.ts'

export type PeopleWords = Areas['shell']['people']

/** `provisioning` applies the first configuration file; `Administrator` is the name of the first user. */
export function personName(name: string, people: PeopleWords): string {
  if (name === 'provisioning') return people.provisioning
  if (name === 'Administrator') return people.administrator
  return name
}

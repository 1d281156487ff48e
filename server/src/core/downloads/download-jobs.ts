/** Files that users requested and that are written while they are downloaded. */
import { randomBytes } from 'node:crypto'

const lifetime_ms = 10 * 60_000
const max_jobs = 20

/** The jobs, each under a random id that is part of its address and expires after ten minutes. */
export class DownloadJobs<Job extends { made_ms: number }> {
  readonly #jobs = new Map<string, Job>()

  /** Returns the id of the job. */
  add(job: Job, now: number): string {
    this.#removeOld(now)
    const id = randomBytes(24).toString('hex')
    this.#jobs.set(id, job)
    return id
  }

  /** Undefined if there is no such job or it has expired. */
  find(id: string, now: number): Job | undefined {
    this.#removeOld(now)
    return this.#jobs.get(id)
  }

  #removeOld(now: number): void {
    for (const [id, { made_ms }] of this.#jobs)
      if (this.#jobs.size > max_jobs || made_ms + lifetime_ms < now || made_ms > now) this.#jobs.delete(id)
  }
}

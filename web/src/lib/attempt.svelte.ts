/** Something one asks for and waits for: whether it is under way, and why it could not be had. */
export class Attempt {
  busy = $state(false);
  fault = $state.raw<unknown>(null);

  /** Do it; true once it is done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.fault = null;
    try {
      await work();
      return true;
    } catch (problem) {
      this.fault = problem;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

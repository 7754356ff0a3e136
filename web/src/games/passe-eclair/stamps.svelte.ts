/** Things that happened and want to be seen for a moment. */

export interface Stamp<Content> {
  key: number;
  content: Content;
}

const MOST = 3;
let count = 0;

export class Stamps<Content> {
  list = $state.raw<Stamp<Content>[]>([]);

  show(content: Content, milliseconds: number): void {
    const stamp = { key: ++count, content };
    this.list = [...this.list, stamp].slice(-MOST);
    setTimeout(() => (this.list = this.list.filter((other) => other !== stamp)), milliseconds);
  }
}

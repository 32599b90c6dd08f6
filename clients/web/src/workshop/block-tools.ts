// What can be done to blocks: the editor does it, and blocks at any depth ask for it.
import { getContext, setContext } from 'svelte';
import type { Block } from '../rules/blocks';
import type { Gap } from './tree';

export interface BlockTools {
  readonly blocks: Block[]; // the whole rule
  readonly open: number; // the block whose tools are shown
  readonly faulty: number; // the block that the engine does not understand
  toggle(id: number): void;
  change(id: number, change: Partial<Block>): void;
  add(where: Gap): void; // asks which
  arrange(blocks: Block[]): void;
  move(id: number, by: -1 | 1): void;
  duplicate(id: number): void;
  remove(id: number): void;
}

const KEY = Symbol('blocks');
export const setBlockTools = (tools: BlockTools): void => void setContext(KEY, tools);
export const blockTools = (): BlockTools => getContext<BlockTools>(KEY);

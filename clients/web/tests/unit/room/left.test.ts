// The way back to a room that was left.
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetRoom, noteRoom, roomLeft } from '../../../src/room/left';
import { lasting } from '../../../src/ui/store.svelte';

const left = { code: 'KJD3TX', edition: 'classic', stage: 'game', when: 1000 } as const;

describe('the room that was left', () => {
  beforeEach(() => lasting.remove('comodin.left'));

  it('is remembered as long as the server keeps it', () => {
    expect(roomLeft()).toBeNull();
    noteRoom(left);
    expect(roomLeft(2000)).toEqual(left);
    expect(roomLeft(1000 + 25 * 3_600_000)).toBeNull();
    noteRoom({ ...left, stage: 'lobby' });
    expect(roomLeft(1000 + 3_600_000)).toBeNull();
  });

  it('is forgotten when there is nothing to come back to', () => {
    noteRoom(left);
    forgetRoom('BBBBBB');
    expect(roomLeft(2000)).toEqual(left);
    forgetRoom('KJD3TX');
    expect(roomLeft(2000)).toBeNull();
  });

  it('is believed only if it looks like one', () => {
    const odd = '{"code":"<b>","edition":"","stage":"game","when":1}';
    for (const text of ['', '[]', odd, '{"code":"KJD3TX"}', '{broken']) {
      lasting.set('comodin.left', text);
      expect(roomLeft(2)).toBeNull();
    }
  });
});

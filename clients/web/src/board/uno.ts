// The UNO button: pressed before a play it arms that play, pressed when the call is owed it is made at once.
import type { Move } from '../table/wire';
import type { Controls } from './choices';

export type UnoState =
  | { can: 'nothing' }
  | { can: 'arm'; armed: boolean }
  | { can: 'call'; move: Move };

// `wanted`: the button was pressed since the last play. It counts only while some play can be made with the call.
export function unoState(of: Pick<Controls, 'uno' | 'arms'>, wanted: boolean): UnoState {
  if (of.uno) return { can: 'call', move: of.uno };
  return of.arms ? { can: 'arm', armed: wanted } : { can: 'nothing' };
}

export const isArmed = (state: UnoState): boolean => state.can === 'arm' && state.armed;

// After the table has moved on, a wish to call stays only as long as it means something.
export const stillWanted = (of: Pick<Controls, 'arms'>, wanted: boolean): boolean => wanted && of.arms;

// Each group of sentences has a colour (tones.css) and a picture: never a colour alone.
import type { IconName } from '../ui/icons';
import type { GROUPS } from '../rules/blocks';
import './tones.css';

export const GROUP_ICON: Record<(typeof GROUPS)[number], IconName> = {
  draw: 'plus', discard: 'minus', turns: 'replay', hands: 'eye', words: 'chat', questions: 'question',
};

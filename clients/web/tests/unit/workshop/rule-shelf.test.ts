import { describe, expect, it } from 'vitest';
import { exportRules, importRules, keep, linkedRule, readShelf, RULES_MAX } from '../../../src/workshop/rule-shelf';
import { parseRoute, href } from '../../../src/ui/route.svelte';

const rules = [{ name: 'Ladrón', text: 'player picks; picked shows hand to player' }, { name: '#', text: 'skip' }];

describe('the shelf', () => {
  it('comes back from a file as it went', () => {
    expect(importRules(exportRules(rules))).toEqual([rules[0], { name: '#', text: 'skip' }]);
    expect(importRules('next draws 2\nskip\n\n\n# two\nreverse')).toEqual(
      [{ name: '', text: 'next draws 2\nskip' }, { name: 'two', text: 'reverse' }]);
  });

  it('reads nonsense as nothing', () => {
    expect(readShelf('{')).toEqual([]);
    expect(readShelf('[null, 3, {"name": 1, "text": "skip"}, {"name": "a", "text": "skip"}]')).toEqual(
      [{ name: 'a', text: 'skip' }]);
    expect(readShelf(JSON.stringify([{ name: 'long', text: 'x'.repeat(2001) }]))).toEqual([]);
  });

  it('has each rule once, and only so many', () => {
    const twice = keep(keep([], { name: 'a', text: 'skip' }), { name: ' b  c ', text: 'skip' });
    expect(twice).toEqual([{ name: 'b c', text: 'skip' }]);
    let many = twice;
    for (let i = 1; i <= RULES_MAX + 5; ++i) many = keep(many, { name: 'x', text: `next draws ${i}` });
    expect(many).toHaveLength(RULES_MAX);
  });

  it('gives links that hold the rule, within bounds', () => {
    const text = 'others vote "½ / 100 %?" { yes: skip | no:  }';
    expect(linkedRule(parseRoute(href('workshop', text)).rest)).toBe(text);
    expect(linkedRule(['x'.repeat(2001)])).toBe('');
    expect(linkedRule([])).toBe('');
  });
});

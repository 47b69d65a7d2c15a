import { linksFor } from './links';

const activeOn = (path: string) =>
  linksFor('Member', path)
    .filter(({ active }) => active)
    .map(({ text }) => text);

test.each(['/', '/devices', '/devices/CB-1', '/devices/a%2Fb'])('Devices is the active link on %s', (path) => {
  expect(activeOn(path)).toEqual(['Devices']);
});

test.each(['/admin', '/admin/status'])('Admin is the active link on %s', (path) => {
  expect(linksFor('Admin', path).filter(({ active }) => active)).toMatchObject([{ text: 'Admin' }]);
});

test('no link is active on an unknown page', () => {
  expect(activeOn('/nowhere')).toEqual([]);
});

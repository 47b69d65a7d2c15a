import { storeDrafts, takeDrafts } from './drafts-over-reload';

beforeEach(() => sessionStorage.clear());

test('what was typed is there again after a reload, and not after the next', () => {
  const drafts = { 'repair-entry 1': { issue: 'Hinge', completed: true } };
  storeDrafts({ drafts });
  expect(takeDrafts()).toEqual(drafts);
  expect(takeDrafts()).toEqual({});
});

test('where nothing was typed nothing is stored', () => {
  storeDrafts({ drafts: {} });
  expect(sessionStorage).toHaveLength(0);
});

import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { useScreenSearchParams } from './use-screen-search-params';

const address = () => location.pathname + location.search;

function onDevices() {
  history.replaceState(null, '', '/devices');
  const { result } = renderHook(() => useScreenSearchParams(), { wrapper: BrowserRouter });
  return (q: string) => act(() => result.current[1]({ q }, { replace: true }));
}

test('a search is written to the address of the screen', () => {
  const search = onDevices();
  search('CB-1');
  expect(address()).toBe('/devices?q=CB-1');
});

test('a search that begins while another screen is loading does not navigate back', () => {
  const search = onDevices();
  // The router does this before it shows the screen.
  history.pushState(null, '', '/devices/CB-1');
  search('CB-1');
  expect(address()).toBe('/devices/CB-1');
});

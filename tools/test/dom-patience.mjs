import { configure } from '@testing-library/react';

// Without a browser, laying out a large form takes a while: more than the second that is waited otherwise.
configure({ asyncUtilTimeout: 20_000 });

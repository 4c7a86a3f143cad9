// SPDX-License-Identifier: Apache-2.0
// Descriptions of the part of the host that the value of a parameter reaches.

const ONLY = 'only a value that the run file on the host or the administrator’s allow file names';

/** What the console accepts, by the word of the API. */
export const REACHES = {
  program: ONLY,
  folder: ONLY,
  file: ONLY,
  settings: ONLY,
  address: `with options ${ONLY}`,
};

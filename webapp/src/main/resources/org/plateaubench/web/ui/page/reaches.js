// SPDX-License-Identifier: Apache-2.0
// Descriptions of the part of the host that the value of a parameter reaches.

/**
 * Descriptions by the word of the API. For runs of the console, an administrator must allow every value that is not
 * free.
 */
export const REACHES = {
  program: 'a program of the host: must be on the allow list',
  folder: 'a folder of the host: must be on the allow list',
  file: 'a file in the folder of run files, or one that is on the allow list',
  settings: 'each must be on the allow list',
  address: 'with options it must be on the allow list',
};

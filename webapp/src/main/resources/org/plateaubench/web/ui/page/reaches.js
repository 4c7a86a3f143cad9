// SPDX-License-Identifier: Apache-2.0
// What the value of a parameter reaches of the host, for people.

/** Sentences by the word of the API; through the console an administrator allows all but what is free. */
export const REACHES = {
  program: 'a program of the host: must be on the allow list',
  folder: 'a folder of the host: must be on the allow list',
  file: 'a file in the folder of run files, or one that is on the allow list',
  settings: 'each must be on the allow list',
  address: 'with options it must be on the allow list',
};

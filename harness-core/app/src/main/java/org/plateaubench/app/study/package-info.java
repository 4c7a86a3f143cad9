// SPDX-License-Identifier: Apache-2.0
/**
 * Sequences of runs: trials, searches and studies, in which each next run depends on the results of the previous ones.
 */
@NullMarked
package org.plateaubench.app.study;

import org.jspecify.annotations.NullMarked;

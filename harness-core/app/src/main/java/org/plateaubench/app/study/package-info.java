// SPDX-License-Identifier: Apache-2.0
/** Sequences of runs: trials, searches and studies, each the next run by what those before it showed. */
@NullMarked
package org.plateaubench.app.study;

import org.jspecify.annotations.NullMarked;

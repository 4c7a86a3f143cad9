// SPDX-License-Identifier: Apache-2.0
/** Comparisons of runs and of sets of runs as text. */
@NullMarked
package org.plateaubench.engine.report.comparison.text;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Computes the figures of a workload from the intervals of its agents, and divides its steady window into stretches.
 */
@NullMarked
package org.plateaubench.engine.judge.figures.total;

import org.jspecify.annotations.NullMarked;

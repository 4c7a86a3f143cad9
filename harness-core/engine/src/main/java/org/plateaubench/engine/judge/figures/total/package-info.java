// SPDX-License-Identifier: Apache-2.0
/** How the figures of a workload are added up from the intervals of its agents, and how its stretches are found. */
@NullMarked
package org.plateaubench.engine.judge.figures.total;

import org.jspecify.annotations.NullMarked;

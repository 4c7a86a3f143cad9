// SPDX-License-Identifier: Apache-2.0
/** Finds the differences between the plans and environments of runs. */
@NullMarked
package org.plateaubench.engine.report.comparison.difference;

import org.jspecify.annotations.NullMarked;

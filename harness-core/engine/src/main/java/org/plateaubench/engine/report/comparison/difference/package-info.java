// SPDX-License-Identifier: Apache-2.0
/** In what the plans and environments of two runs differ. */
@NullMarked
package org.plateaubench.engine.report.comparison.difference;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The figures of all runs of a name over time, and where they changed. */
@NullMarked
package org.plateaubench.engine.report.history;

import org.jspecify.annotations.NullMarked;

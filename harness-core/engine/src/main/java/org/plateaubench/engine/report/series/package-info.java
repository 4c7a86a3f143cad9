// SPDX-License-Identifier: Apache-2.0
/** Time series, running totals and percentile curves of a run, for reports and for those who watch it. */
@NullMarked
package org.plateaubench.engine.report.series;

import org.jspecify.annotations.NullMarked;

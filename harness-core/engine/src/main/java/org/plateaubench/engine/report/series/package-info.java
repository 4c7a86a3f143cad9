// SPDX-License-Identifier: Apache-2.0
/** Time series, running totals and percentile curves of a run, for reports and live viewers. */
@NullMarked
package org.plateaubench.engine.report.series;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Forecasts for a run in progress: the reasons that it will not pass, and its limits so far. */
@NullMarked
package org.plateaubench.engine.judge.forecast;

import org.jspecify.annotations.NullMarked;

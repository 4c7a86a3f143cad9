// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;

/**
 * A part of the steady phase of a workload, within one step of its schedule and one scored period.
 *
 * @param step number of the step to which it belongs, from 1; 0 without a schedule
 * @param period number of the scored period to which it belongs, from 1; 0 for none
 */
public record SteadyPart(Duration start, Duration end, int step, int period) {}

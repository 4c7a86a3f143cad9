// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.time.Instant;

/**
 * One value of one counter of one object.
 *
 * @param at end of the sampled interval, on the server's clock
 * @param value as the server reports it, in the unit of its counter
 */
public record PerformanceSample(ManagedObject entity, PerformanceCounter counter, Instant at, double value) {}

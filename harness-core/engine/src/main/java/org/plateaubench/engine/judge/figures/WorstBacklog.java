// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * The interval at whose end most units of a closed load were due and had not ended, over all agents.
 *
 * @param atSeconds end of the interval, in seconds since the start of ramp-up
 */
public record WorstBacklog(long units, double atSeconds) {}

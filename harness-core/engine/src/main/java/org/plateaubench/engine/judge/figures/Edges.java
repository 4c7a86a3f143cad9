// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * Levels at the edges of the window.
 *
 * @param inFlightAtStart operations in flight when it began
 * @param queuedAtEnd arrivals that waited for a user when it ended
 */
public record Edges(long inFlightAtStart, long inFlightAtEnd, long queuedAtEnd) {}

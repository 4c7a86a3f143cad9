// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

/**
 * The run's clock at the other end of a connection.
 *
 * @param departureNanos how far it is ahead of the clock of this end since the start message; negative when behind
 * @param boundNanos maximum error of {@code departureNanos}, at least 0
 */
public record PeerClock(long departureNanos, long boundNanos) {}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/**
 * Identifies one incarnation of a server. It is read before and after a run: another identity means that the server was
 * restarted, replaced, or changed its role.
 *
 * @param server name of the server of the SUT, such as {@code 127.0.0.1:6379}
 * @param identity the same until the server is restarted, replaced or changes its role: an id of its process, the time
 *     of its start, its role
 * @param since when this incarnation began, as far as the server reports it, in words; empty when it does not
 */
public record SutIncarnation(String server, String identity, String since) {}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/**
 * One incarnation of a server. It is read before and after a run: a different identity means that the server was
 * restarted or replaced, or that its role changed.
 *
 * @param server name of the server of the SUT, such as {@code 127.0.0.1:6379}
 * @param identity text composed for example of a process id, the time of its start and its role
 * @param since start of this incarnation in words, as the server reports it; empty if it does not
 */
public record SutIncarnation(String server, String identity, String since) {}

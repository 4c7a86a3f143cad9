// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * What tells one life of a server from the next: asked before and after a run, another identity says that the server was
 * started anew, replaced, or changed its role.
 *
 * @param server which server of the SUT, such as {@code 127.0.0.1:6379}
 * @param identity the same for as long as the server goes on as what it is: an id of its process, the time of its start,
 *     its role
 * @param since when this life began, as far as the server tells, in words; empty when it does not
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record SutIncarnation(String server, String identity, String since) {}

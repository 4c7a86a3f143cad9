// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.client;

/**
 * The parameters of workload {@code law}, which has none: law and stalls belong to the server, and {@code execution}
 * selects the client.
 */
public record LawParameters() {}

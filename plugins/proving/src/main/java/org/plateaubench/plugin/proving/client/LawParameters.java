// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.client;

/** Workload {@code law} has no parameters: law and stalls are the server's, the client is chosen by {@code execution}. */
public record LawParameters() {}

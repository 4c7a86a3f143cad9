// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

/** One agent's part of a workload. Users and lanes are numbered over all agents. */
public record AgentShare(String agent, int firstUser, int users, int firstLane, int lanes, int queueBound) {}

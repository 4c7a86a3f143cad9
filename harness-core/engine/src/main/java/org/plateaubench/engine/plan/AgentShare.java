// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

/** One agent's part of a workload. Users, and the lanes of an open load (M6), are numbered across all agents. */
public record AgentShare(String agent, int firstUser, int users, int firstLane, int lanes, int queueBound) {}

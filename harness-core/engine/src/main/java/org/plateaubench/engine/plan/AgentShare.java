// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

/**
 * One agent's part of a workload. Users and lanes are numbered over all agents.
 *
 * @param users number of users, may be 0
 * @param firstLane its first lane, 0 in closed load
 * @param lanes number of lanes, 0 in closed load
 * @param queueBound number of arrivals that may wait in this agent, 0 in closed load
 */
public record AgentShare(String agent, int firstUser, int users, int firstLane, int lanes, int queueBound) {}

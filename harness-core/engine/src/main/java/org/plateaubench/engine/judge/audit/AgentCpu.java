// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

/** The CPU of an agent's process over the window, in cores: CPU time divided by time. */
public record AgentCpu(
        String agent,
        double cores,
        double availableCores,
        double driveCores,
        double collectorCores,
        double compilerCores,
        double otherCores,
        double driveWait) {}

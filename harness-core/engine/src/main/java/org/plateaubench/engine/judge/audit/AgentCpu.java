// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

/**
 * The CPU of an agent's process over the window, in cores: CPU time divided by time.
 *
 * @param agent its name
 * @param cores the whole process; a value above the existing cores is a measurement fault, and is reported unchanged
 * @param availableCores cores that it may use
 * @param driveCores event loops, users and the carriers of virtual threads
 * @param collectorCores garbage collector
 * @param compilerCores compiler of the JVM
 * @param otherCores the rest: threads of plugins and clients, snapshots, the controller in the same process
 * @param driveWait average number of drive threads that were ready to run but had no processor
 */
public record AgentCpu(
        String agent,
        double cores,
        double availableCores,
        double driveCores,
        double collectorCores,
        double compilerCores,
        double otherCores,
        double driveWait) {}

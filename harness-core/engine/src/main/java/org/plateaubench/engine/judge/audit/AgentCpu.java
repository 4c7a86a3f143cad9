// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

/**
 * CPU of the process of an agent over the window, in cores: CPU time over time.
 *
 * @param agent its name
 * @param cores the whole process; a value above the existing cores is a measurement fault, and shown
 * @param availableCores cores that it may use
 * @param driveCores event loops, users and the carriers of virtual threads
 * @param collectorCores garbage collector
 * @param compilerCores compiler of the JVM
 * @param otherCores the rest: threads of plugins and clients, snapshots, the controller in the same process
 * @param driveWait threads of the drive that were ready to run and had no processor, on average
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

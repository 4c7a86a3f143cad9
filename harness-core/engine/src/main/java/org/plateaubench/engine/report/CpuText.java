// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.engine.judge.figures.Figures;

/** Describes the CPU use of an agent. Pure functions. */
final class CpuText {
    private CpuText() {}

    static String of(AgentCpu cpu) {
        return Figures.text(cpu.cores()) + " of " + Figures.text(cpu.availableCores()) + " cores: loops and users "
                + Figures.text(cpu.driveCores()) + ", collector " + Figures.text(cpu.collectorCores()) + ", compiler "
                + Figures.text(cpu.compilerCores()) + ", other " + Figures.text(cpu.otherCores());
    }
}

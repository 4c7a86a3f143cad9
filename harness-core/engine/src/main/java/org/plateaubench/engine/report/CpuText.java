// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.engine.judge.figures.Figures;

/** CPU of an agent in words. */
final class CpuText {
    private CpuText() {}

    static String of(AgentCpu cpu) {
        return Figures.said(cpu.cores()) + " of " + Figures.said(cpu.availableCores()) + " cores: loops and users "
                + Figures.said(cpu.driveCores()) + ", collector " + Figures.said(cpu.collectorCores()) + ", compiler "
                + Figures.said(cpu.compilerCores()) + ", other " + Figures.said(cpu.otherCores());
    }
}

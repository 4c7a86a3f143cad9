// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostFacts;

/**
 * All that was seen of a host; advice follows from it and from nothing else.
 *
 * @param facts its settings and limits
 * @param calibration what its clock and waits are worth
 * @param timerSlackReduced whether the kernel lets us wait exactly
 * @param cpu who used its CPU meanwhile, null when not known
 * @param busy other processes that did, the busiest first
 * @param linux whether it is a Linux host, which tells of itself
 */
record HostLook(
        HostFacts facts,
        Calibration calibration,
        boolean timerSlackReduced,
        HostCpuMeter.@Nullable Shares cpu,
        List<BusyProcesses.Busy> busy,
        boolean linux) {
    HostLook {
        busy = List.copyOf(busy);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostFacts;

/**
 * All observations of a host; advice depends on nothing else.
 *
 * @param timerSlackReduced whether the kernel allows exact waits
 * @param busy other processes that used its CPU, the busiest first
 * @param linux whether it is a Linux host, which reports about itself
 */
record HostObservations(
        HostFacts facts,
        Calibration calibration,
        boolean timerSlackReduced,
        HostCpuMeter.@Nullable Shares cpu,
        List<BusyProcesses.Busy> busy,
        boolean linux) {}

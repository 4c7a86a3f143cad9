// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.RunSpec.SutSpec;
import org.plateaubench.engine.config.key.PlannedMeter;

/** Checks the power meters of a run file: each has a SUT, and no host or SUT is measured twice in the same place. */
final class MeterRule {
    private MeterRule() {}

    /** The SUTs that no workload and no other SUT uses. They exist once, regardless of the number of tiles. */
    static Set<String> onlyMeters(RunSpec spec) {
        Set<String> driven = spec.workloads().stream()
                .map(workload -> workload.get(RunFileKeys.SUT))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return spec.power().stream()
                .map(PlannedMeter::sut)
                .filter(sut -> !driven.contains(sut)
                        && spec.suts().stream()
                                .noneMatch(other -> other.parameters().containsValue(sut)))
                .collect(Collectors.toSet());
    }

    static List<PlannedMeter> meters(RunSpec spec, PlanProblems problems) {
        List<String> suts = spec.suts().stream().map(SutSpec::name).toList();
        Set<String> onlyMeters = onlyMeters(spec);
        Map<String, String> meterOf = new HashMap<>();
        Set<String> series = new HashSet<>();
        List<PlannedMeter> meters = new ArrayList<>();
        for (PlannedMeter meter : spec.power()) {
            String path = "power." + meter.name();
            if (!suts.contains(meter.sut())) {
                problems.unknownSut(path + ".sut", meter.sut(), suts);
            }
            if (!series.add(meter.sut() + "\n" + meter.series())) {
                problems.atValue(
                        path,
                        "has the same readings as an earlier meter: series " + meter.series() + " of SUT "
                                + meter.sut());
            }
            for (String measured : meter.measures()) {
                String other = meterOf.put(meter.at() + " " + measured, meter.name());
                if (other != null) {
                    problems.atValue(path + ".measures", countedTwice(other, measured));
                }
            }
            meters.add(meter.withOnlyMeter(onlyMeters.contains(meter.sut())));
        }
        return meters;
    }

    private static String countedTwice(String meter, String measured) {
        return "meter " + meter + " measures '" + measured
                + "' in the same place, so that its energy would be counted twice; for a host with several"
                + " supplies, name each of them, such as '" + measured + " supply 1'";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.RunClass;
import org.plateaubench.spi.SutContext;

/** M23: the class of a run, from what the plan shows, with the reasons. */
final class ClassRule {
    /** A shorter steady window says too little of a system. */
    static final Duration LEAST_STEADY = Duration.ofMinutes(5);

    /** A shorter ramp-up leaves caches and compilers cold. */
    static final Duration LEAST_RAMP_UP = Duration.ofSeconds(30);

    private final Set<String> devReasons = new LinkedHashSet<>();
    private final Set<String> modifiedReasons = new LinkedHashSet<>();

    void see(PhaseTimes phases) {
        seeShort("steady", phases.steady(), LEAST_STEADY);
        seeShort("rampUp", phases.rampUp(), LEAST_RAMP_UP);
    }

    private void seeShort(String phase, Duration time, Duration least) {
        if (time.compareTo(least) < 0) {
            devReasons.add(phase + " lasts " + Durations.format(time) + ", less than " + Durations.format(least));
        }
    }

    void see(PlannedSut sut) {
        if (sut.mode() == SutContext.Mode.EMBEDDED) {
            devReasons.add("SUT " + sut.name() + " is embedded");
        }
    }

    /**
     * Compares a workload with what its plugin defines.
     *
     * @param defaults canonical default of every parameter that has one
     */
    void see(PlannedWorkload workload, WorkloadDefinition definition, Map<String, Object> defaults) {
        String head = "workload " + workload.name() + ": ";
        defaults.forEach((name, value) -> {
            Object now = workload.parameters().get(name);
            if (!value.equals(now)) {
                modifiedReasons.add(head + "parameter " + name + " is " + shown(now) + ", by default " + shown(value));
            }
        });
        if (!workload.mix().equals(definition.mix())) {
            modifiedReasons.add(head + "the mix is changed");
        }
        Map<String, Pacing> defined = new HashMap<>();
        definition.units().forEach(unit -> defined.put(unit.name(), definition.pacing(unit)));
        // What the mix never issues is not run, so that its settings change nothing.
        Set<String> out = MixShares.outOf(workload);
        workload.pacing().forEach((unit, pacing) -> {
            if (!out.contains(unit) && !pacing.equals(defined.get(unit))) {
                modifiedReasons.add(head + "the pacing of " + unit + " is changed");
            }
        });
        if (!workload.label().isEmpty()) {
            modifiedReasons.add(head + workload.label());
        }
        for (int i = 0; i < definition.operations().size(); i++) {
            if (!out.contains(definition.operations().get(i).name())) {
                see(head, definition.operations().get(i), workload.operations().get(i));
            }
        }
        for (int i = 0; i < definition.measures().size(); i++) {
            MeasureDefinition measure = definition.measures().get(i);
            seeRelaxed(
                    head,
                    measure.name(),
                    LimitRule.relaxed(measure, workload.measures().get(i)));
        }
    }

    /** A value in a sentence: one that is empty is said to be so. */
    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return value == null || text.isEmpty() ? "empty" : text;
    }

    private void see(String head, OperationDefinition defined, OperationDefinition planned) {
        seeRelaxed(head, defined.name(), LimitRule.relaxed(defined, planned));
        if (planned.timeout().compareTo(defined.timeout()) > 0) {
            modifiedReasons.add(head + "the timeout of " + defined.name() + " is longer");
        }
    }

    private void seeRelaxed(String head, String line, List<QosLimit> relaxed) {
        for (QosLimit limit : relaxed) {
            modifiedReasons.add(RelaxedText.reason(head, limit.toString(), line));
        }
    }

    RunClass highest() {
        if (!devReasons.isEmpty()) {
            return RunClass.DEV;
        }
        return modifiedReasons.isEmpty() ? RunClass.STANDARD : RunClass.MODIFIED;
    }

    /** Why it is no higher class; the graver reasons first. */
    List<String> reasons() {
        List<String> result = new ArrayList<>(devReasons);
        result.addAll(modifiedReasons);
        return result;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.spi.SutContext;

/** Determines the class of a run from its plan (M23). Each reason has a key of {@link RunFileKeys}. Not thread-safe. */
public final class ClassRule {
    private static final int MAX_LISTED_NAMES = 5;

    private final Set<String> devReasons = new LinkedHashSet<>();
    private final Set<String> modifiedReasons = new LinkedHashSet<>();

    /** Adds a reason for a key, which must be able to lower the class. */
    private void add(Key<?> key, String reason) {
        RunClass leadsTo = Objects.requireNonNull(key.relaxation(), key.name()).leadsTo();
        (leadsTo == RunClass.DEV ? devReasons : modifiedReasons).add(reason);
    }

    void include(PhaseTimes phases, Duration longestTimeout) {
        addIfTooShort(RunFileKeys.STEADY, phases.steady(), RunFileKeys.MIN_STEADY);
        addIfTooShort(RunFileKeys.RAMP_UP, phases.rampUp(), RunFileKeys.MIN_RAMP_UP);
        addIfTooShort(RunFileKeys.RAMP_DOWN, phases.rampDown(), RunFileKeys.MIN_RAMP_DOWN);
        if (phases.drain().compareTo(longestTimeout) > 0) {
            add(
                    RunFileKeys.DRAIN,
                    "drain lasts " + Durations.format(phases.drain()) + ", longer than the longest timeout, "
                            + Durations.format(longestTimeout));
        }
    }

    private void addIfTooShort(Key<Duration> phase, Duration time, Duration minimum) {
        if (time.compareTo(minimum) < 0) {
            add(phase, phase.name() + " lasts " + Durations.format(time) + ", less than " + Durations.format(minimum));
        }
    }

    void includeInterval(Duration interval, Duration byDefault) {
        if (interval.compareTo(byDefault) > 0) {
            add(
                    RunFileKeys.INTERVAL,
                    "interval is " + Durations.format(interval) + ", by default " + Durations.format(byDefault));
        }
    }

    private void include(String prefix, Load load) {
        if (load instanceof Load.Open open) {
            if (open.arrival() != Load.Arrival.POISSON) {
                add(LoadKeys.ARRIVAL, prefix + "arrivals are regular, by default poisson");
            }
            int lanes = MappingValues.NONE.orDefault(LoadKeys.LANES);
            if (open.lanes() != lanes) {
                add(LoadKeys.LANES, prefix + "lanes is " + open.lanes() + ", by default " + lanes);
            }
            int byDefault = LoadRule.defaultQueueBound(open.ratePerSecond(), open.users());
            if (open.queueBound() > byDefault) {
                add(LoadKeys.QUEUE, prefix + "queue is " + open.queueBound() + ", by default " + byDefault);
            }
        }
    }

    void include(PlannedSut sut) {
        if (sut.mode() == SutContext.Mode.EMBEDDED) {
            add(RunFileKeys.MODE, "SUT " + sut.name() + " is embedded");
        }
    }

    void include(@Nullable RigSpec rig) {
        if (rig != null && rig.onSutHosts()) {
            add(RunFileKeys.ON_SUT_HOSTS, "agents may share the host of a SUT");
        }
    }

    void includeUntested(boolean isAllowed) {
        if (isAllowed) {
            add(RunFileKeys.ALLOW_UNTESTED, "workloads may be untested");
        }
    }

    public void include(PlannedWorkload workload, WorkloadDefinition definition, Map<String, Object> defaults) {
        String prefix = "workload " + workload.name() + ": ";
        include(prefix, workload.load());
        defaults.forEach((name, value) -> {
            Object current = workload.parameters().get(name);
            if (!value.equals(current)) {
                add(
                        RunFileKeys.PARAMETERS,
                        prefix + "parameter " + name + " is " + shown(current) + ", by default " + shown(value));
            }
        });
        if (!workload.mix().equals(definition.mix())) {
            add(RunFileKeys.MIX, prefix + "the mix is changed");
        }
        Map<String, Pacing> defined = new HashMap<>();
        definition.units().forEach(unit -> defined.put(unit.name(), definition.pacing(unit)));
        // A load that a mapping of the run file describes, such as a scenario, has no published pacing.
        boolean isDescribedInRunFile = workload.parameters().entrySet().stream()
                .anyMatch(entry -> entry.getValue() instanceof Map && !defaults.containsKey(entry.getKey()));
        // The mix never issues these operations, so their settings have no effect.
        Set<String> notInMix = MixShares.notInMix(workload);
        List<String> changedPacing = new ArrayList<>();
        workload.pacing().forEach((unit, pacing) -> {
            if (!isDescribedInRunFile && !notInMix.contains(unit) && !pacing.equals(defined.get(unit))) {
                changedPacing.add(unit);
            }
        });
        if (!changedPacing.isEmpty()) {
            add(LoadKeys.UNITS, prefix + "the pacing of " + shown(changedPacing) + " is changed");
        }
        if (!workload.label().isEmpty()) {
            add(LoadKeys.ON_LATE, prefix + workload.label());
        }
        List<String> prolonged = new ArrayList<>();
        Map<QosLimit, List<String>> relaxed = new LinkedHashMap<>();
        for (int i = 0; i < definition.operations().size(); i++) {
            OperationDefinition before = definition.operations().get(i);
            OperationDefinition planned = workload.operations().get(i);
            if (!notInMix.contains(before.name())) {
                EffectiveLimits.relaxed(before, planned)
                        .forEach(limit -> relaxed.computeIfAbsent(limit, key -> new ArrayList<>())
                                .add(before.name()));
                if (planned.timeout().compareTo(before.timeout()) > 0) {
                    prolonged.add(before.name());
                }
            }
        }
        for (int i = 0; i < definition.measures().size(); i++) {
            MeasureDefinition measure = definition.measures().get(i);
            EffectiveLimits.relaxed(measure, workload.measures().get(i))
                    .forEach(limit -> relaxed.computeIfAbsent(limit, key -> new ArrayList<>())
                            .add(measure.name()));
        }
        relaxed.forEach((limit, lines) ->
                add(RunFileKeys.QOS, prefix + "the limit '" + limit + "' of " + shown(lines) + " is relaxed"));
        if (!prolonged.isEmpty()) {
            add(RunFileKeys.TIMEOUT, prefix + "the timeout of " + shown(prolonged) + " is longer");
        }
    }

    /** Names in a sentence; only the first ones if there are many. */
    private static String shown(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(names.size(), MAX_LISTED_NAMES)))
                + (names.size() > MAX_LISTED_NAMES ? " and " + (names.size() - MAX_LISTED_NAMES) + " more" : "");
    }

    /** A value in a sentence; an empty value is described by a word. */
    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return value == null || text.isEmpty() ? "empty" : text;
    }

    RunClass highest() {
        if (!devReasons.isEmpty()) {
            return RunClass.DEV;
        }
        return modifiedReasons.isEmpty() ? RunClass.STANDARD : RunClass.MODIFIED;
    }

    /** The reasons why the class is not higher; the more severe ones first. */
    public List<String> reasons() {
        List<String> result = new ArrayList<>(devReasons);
        result.addAll(modifiedReasons);
        return result;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.scenario.SayProtocol.Listener;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Users of a scenario, which run units without a schedule. */
final class Users {
    static final int COUNT = 3;
    static final long SEED = 7;

    private final Scenario<Listener> scenario;

    /** The trace of one unit, and the outcomes of its operations. */
    record Unit(List<String> trace, List<Outcome> outcomes) {}

    Users(String yaml, Map<String, String> files) {
        scenario = read(yaml);
        List<Object> problems = new ArrayList<>(scenario.problems());
        problems.addAll(scenario.load(files));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.toString());
        }
    }

    Users(String yaml) {
        this(yaml, Map.of());
    }

    static Scenario<Listener> read(String yaml) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        Map<String, Object> typed = new LinkedHashMap<>();
        ((Map<?, ?>) plain(tree)).forEach((key, value) -> typed.put((String) key, value));
        return ScenarioReader.read(typed, "scenario", new SayProtocol());
    }

    /** The types of values that a run file gives. */
    private static Object plain(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> plain = new LinkedHashMap<>();
                map.forEach((key, each) -> plain.put(key.toString(), each == null ? null : plain(each)));
                yield plain;
            }
            case List<?> list ->
                list.stream().map(each -> each == null ? null : plain(each)).toList();
            case Integer number -> number.longValue();
            default -> value;
        };
    }

    ScenarioDriver<Listener> driver(int user, Listener listener) {
        return new ScenarioDriver<>(
                scenario, listener, new Context(user), new WorkloadContext<>(1, "w", new None(), null, COUNT, SEED));
    }

    /** The traces of the units of a new user of the first flow. */
    List<String> trace(int user, int units) throws Exception {
        List<String> trace = new ArrayList<>();
        for (Unit unit : units(user, units)) {
            trace.addAll(unit.trace());
        }
        return trace;
    }

    List<Unit> units(int user, int count) throws Exception {
        Listener listener = new Listener();
        ScenarioDriver<Listener> driver = driver(user, listener);
        driver.connect();
        listener.sent.clear();
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Outcome> outcomes = issue(driver, user, i);
            units.add(new Unit(List.copyOf(listener.sent), outcomes));
            listener.sent.clear();
        }
        return units;
    }

    /** Issues a unit of the first flow as the harness does. */
    List<Outcome> issue(ScenarioDriver<Listener> driver, int sequence, long number) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        for (Call call : calls(sequence, number)) {
            boolean conditional =
                    scenario.units().getFirst().steps().get(call.position()).conditional();
            if (!conditional || driver.applies(call)) {
                driver.prepareOperation(call);
                outcomes.add(driver.execute(call));
            }
        }
        return outcomes;
    }

    /** The calls of units of the first user and the first flow, for every position. */
    List<Call> calls(int units) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            calls.addAll(calls(0, i));
        }
        return calls;
    }

    private List<Call> calls(int sequence, long number) {
        List<UnitDefinition.Step> steps = scenario.units().getFirst().steps();
        List<String> operations =
                scenario.operations().stream().map(OperationDefinition::name).toList();
        Draws draws = Draws.of(KeyedRandom.key(KeyedRandom.key(SEED, sequence), number));
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            int operation = operations.indexOf(
                    steps.get(i).weights().keySet().iterator().next());
            calls.add(new Call(operation, number, sequence, i, draws));
        }
        return calls;
    }

    private record None() {}

    record Call(int operation, long unitNumber, int sequence, int position, Draws unitDraws) implements OperationCall {
        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(unitDraws.key(), position));
        }

        @Override
        public long intendedNanos() {
            return 0;
        }

        @Override
        public long timeoutNanos() {
            return 1;
        }
    }

    private record Context(int user) implements UserContext {
        @Override
        public Counter counter(String name) {
            return _ -> {};
        }

        @Override
        public void gauge(String name, LongSupplier level) {}

        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {}

        @Override
        public void background(String name, BackgroundTask task) {}

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}

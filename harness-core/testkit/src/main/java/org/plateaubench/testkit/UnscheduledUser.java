// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The first user of a workload, which executes units of the first kind without a schedule. Not thread-safe. */
public final class UnscheduledUser extends CountingUser implements AutoCloseable {
    private final List<String> traceLines = new ArrayList<>();
    private final List<String> operations;
    private final UnitDefinition unit;
    private final WorkloadSession session;
    private final Driver driver;

    private record Call(int operation, long unitNumber, int position) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(unitDraws().key(), position));
        }

        @Override
        public Draws unitDraws() {
            return Draws.of(unitNumber);
        }
    }

    private UnscheduledUser(WorkloadDefinition definition, WorkloadSession session) {
        super(0);
        this.operations =
                definition.operations().stream().map(OperationDefinition::name).toList();
        this.unit = definition.units().getFirst();
        this.session = session;
        this.driver = session.driver(this);
    }

    /** Opens a workload and connects its first user. */
    public static <P extends Record> UnscheduledUser of(Workload<P> workload, WorkloadContext<P> context)
            throws Exception {
        UnscheduledUser opened = new UnscheduledUser(workload.define(context.parameters()), workload.open(context));
        opened.connect();
        return opened;
    }

    @Override
    public Optional<Consumer<String>> trace() {
        return Optional.of(traceLines::add);
    }

    @Override
    public void observed(String name, long startNanos, long endNanos, Outcome outcome) {
        // Only the outcomes of operations are used.
    }

    /** Connects the user, again if it is connected. */
    public void connect() throws Exception {
        driver.connect();
    }

    /** Executes a unit, and returns the outcome of each operation that applies, by its name and position. */
    public Map<String, Outcome> unit(long number) throws Exception {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        List<UnitDefinition.Step> steps = unit.steps();
        for (int i = 0; i < steps.size(); i++) {
            String name = steps.get(i).weights().keySet().iterator().next();
            Call call = new Call(operations.indexOf(name), number, i);
            if (!steps.get(i).conditional() || driver.applies(call)) {
                driver.prepareOperation(call);
                outcomes.put(outcomes.containsKey(name) ? name + "@" + i : name, driver.execute(call));
            }
        }
        return outcomes;
    }

    /** Executes a unit, and returns its outcomes in order. */
    public List<Outcome> outcomes(long number) throws Exception {
        return List.copyOf(unit(number).values());
    }

    /** Executes a unit, and returns for each outcome its reason, or "ok". */
    public List<String> reasons(long number) throws Exception {
        return outcomes(number).stream()
                .map(each -> each.kind() == OutcomeKind.OK ? "ok" : each.reason())
                .toList();
    }

    /** The session of the workload, for further users. */
    public WorkloadSession session() {
        return session;
    }

    /** Makes the running operation end. May be called by any thread. */
    public void abort() {
        driver.abort();
    }

    /** The lines that the driver reported about its requests and answers. */
    public List<String> traceLines() {
        return traceLines;
    }

    @Override
    public void close() {
        try {
            driver.close();
            session.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

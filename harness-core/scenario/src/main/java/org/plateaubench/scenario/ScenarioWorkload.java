// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * A workload whose operations are the steps of a scenario, which is its parameter <code>scenario</code>.
 *
 * @param <P> parameters
 * @param <C> client of one user
 * @param <S> protocol of the steps
 */
public abstract class ScenarioWorkload<P extends Record, C extends Client, S extends Protocol<C>>
        implements Workload<P> {
    private static final String SCENARIO = "scenario";
    private static final Duration THINK = Duration.ofSeconds(1);

    private final String name;
    private final String description;
    private final Class<P> parametersType;
    private final String countedItems;
    private final Protocol<C> steps;

    /** Creates the clients of one agent. */
    public interface Clients<C> extends AutoCloseable {
        /** Creates the client of a user, which does not connect yet. May be called by any thread. */
        C client(UserContext user);

        /** The versions of the programs that the clients run, by name. */
        default Map<String, String> versions() {
            return Map.of();
        }

        @Override
        default void close() {}
    }

    /** A scenario, and the protocol by which it was read. */
    protected record ReadScenario<C extends Client, S>(Scenario<C> scenario, S protocol) {}

    /**
     * Creates a workload.
     *
     * @param countedItems what its metric counts, such as {@code requests}
     * @param steps the protocol without parameters, for the schema of scenarios
     */
    protected ScenarioWorkload(
            String name, String description, Class<P> parametersType, String countedItems, Protocol<C> steps) {
        this.name = name;
        this.description = description;
        this.parametersType = parametersType;
        this.countedItems = countedItems;
        this.steps = steps;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final Class<P> parametersType() {
        return parametersType;
    }

    @Override
    public final Map<String, Object> schema(String parameter) {
        return ScenarioKeys.schema(steps);
    }

    /** The scenario as nested maps and lists. */
    protected abstract Map<String, Object> tree(P parameters);

    /** The protocol that reads a scenario. */
    protected abstract S protocol(P parameters);

    /** Reads the scenario. */
    protected final ReadScenario<C, S> read(P parameters) {
        S protocol = protocol(parameters);
        return new ReadScenario<>(ScenarioReader.read(tree(parameters), SCENARIO, protocol), protocol);
    }

    @Override
    public List<Finding> check(P parameters) {
        List<Finding> findings = new ArrayList<>();
        Scenario<C> scenario = read(parameters).scenario();
        check(parameters, scenario, findings);
        findings.addAll(scenario.problems());
        return findings;
    }

    /** Adds the problems of the other parameters. */
    protected void check(P parameters, Scenario<C> scenario, List<Finding> findings) {}

    @Override
    public List<UsedFile> files(P parameters) {
        return read(parameters).scenario().files();
    }

    @Override
    public final List<Finding> checkFiles(P parameters, Map<String, String> files) {
        return load(parameters, read(parameters), files);
    }

    /** Loads the texts of the files, and returns their problems. */
    protected List<Finding> load(P parameters, ReadScenario<C, S> read, Map<String, String> files) {
        return read.scenario().load(files);
    }

    @Override
    public final WorkloadDefinition define(P parameters) {
        ReadScenario<C, S> read = read(parameters);
        Scenario<C> scenario = read.scenario();
        List<CheckDefinition> checks = new ArrayList<>(scenario.checks());
        checks.addAll(checks(read.protocol()));
        return WorkloadDefinition.builder()
                .operations(scenario.operations())
                .units(scenario.units())
                .mix(scenario.mix())
                .pacing(Pacing.think(new Distribution.Fixed(THINK)))
                .metric(new MetricDefinition(
                        countedItems + "PerSecond", countedItems + "/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(measures(read.protocol()))
                .checks(checks)
                .executions(executions())
                .build();
    }

    /** The counters of the clients. */
    protected abstract List<MeasureDefinition> measures(S protocol);

    /** Checks in addition to those of answers. */
    protected List<CheckDefinition> checks(S protocol) {
        return List.of();
    }

    /** The ways of execution; the first one is the default. */
    protected Execution[] executions() {
        return new Execution[] {Execution.VIRTUAL, Execution.PLATFORM};
    }

    @Override
    public final WorkloadSession open(WorkloadContext<P> context) throws Exception {
        ReadScenario<C, S> read = read(context.parameters());
        requireNone(load(context.parameters(), read, context.files()));
        Clients<C> clients = clients(context, read.protocol());
        return new WorkloadSession() {
            @Override
            public Map<String, String> versions() {
                return clients.versions();
            }

            @Override
            public Driver driver(UserContext user) {
                return new ScenarioDriver<>(read.scenario(), clients.client(user), user, context);
            }

            @Override
            public void close() {
                clients.close();
            }
        };
    }

    /** Opens the resources that the users of one agent share, when all files are loaded. */
    protected abstract Clients<C> clients(WorkloadContext<P> context, S protocol) throws Exception;

    /** Fails with one message if there are findings. */
    protected static void requireNone(List<Finding> findings) throws IOException {
        if (!findings.isEmpty()) {
            throw new IOException(findings.stream()
                    .map(each -> each.parameter() + ": " + each)
                    .collect(Collectors.joining(" ")));
        }
    }
}

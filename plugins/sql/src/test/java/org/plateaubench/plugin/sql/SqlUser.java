// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** One user who carries out units of a scenario without a schedule. */
final class SqlUser implements AutoCloseable {
    private final List<String> series = new ArrayList<>();
    private final CountingUser user = new CountingUser(0) {
        @Override
        public void observed(String name, long startNanos, long endNanos, Outcome outcome) {
            series.add(name);
        }
    };
    private final WorkloadDefinition definition;
    private final WorkloadSession session;
    private final Driver driver;

    SqlUser(SutAddress sut, SqlParameters parameters, Map<String, String> files) throws Exception {
        definition = new SqlWorkload().define(parameters);
        session = new SqlWorkload().open(context(sut, parameters, files));
        driver = session.driver(user);
        driver.connect();
    }

    static WorkloadContext<SqlParameters> context(SutAddress sut, SqlParameters parameters, Map<String, String> files) {
        return new WorkloadContext<>(1, "mix", parameters, sut, 1, 7, files, WorkloadContext.Run.NONE);
    }

    /** A user of a database in which setup has been carried out. */
    static SqlUser of(TestDatabase database, String yaml) throws Exception {
        SqlParameters parameters = parameters(yaml);
        DataSet data = data(database, parameters);
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        if (!data.verify().isEmpty()) {
            throw new IllegalArgumentException(data.verify().toString());
        }
        return new SqlUser(database.address(), parameters, Map.of());
    }

    static DataSet data(TestDatabase database, SqlParameters parameters) throws Exception {
        return new SqlWorkload().dataSet(context(database.address(), parameters, Map.of()));
    }

    /** Parameters with the given ones and the defaults of everything else. */
    @SuppressWarnings("unchecked")
    static SqlParameters parameters(String yaml) {
        Map<String, Object> given = new LinkedHashMap<>(
                (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(yaml));
        return new SqlParameters(
                (Map<String, Object>) given.getOrDefault("scenario", Map.of()),
                (List<String>) given.getOrDefault("setup", List.of()),
                (List<String>) given.getOrDefault("teardown", List.of()),
                (Map<String, String>) given.getOrDefault("unchanged", Map.of()),
                (Map<String, String>) given.getOrDefault("grows", Map.of()),
                (String) given.getOrDefault("schema", ""),
                (String) given.getOrDefault("url", ""),
                (String) given.getOrDefault("user", ""),
                (String) given.getOrDefault("password", ""),
                (List<String>) given.getOrDefault("driver", List.of()));
    }

    /** Carries out one unit of the first flow. */
    List<Outcome> unit(long number) throws Exception {
        UnitDefinition unit = definition.units().getFirst();
        List<String> names =
                definition.operations().stream().map(each -> each.name()).toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < unit.steps().size(); i++) {
            UnitDefinition.Step step = unit.steps().get(i);
            Call call =
                    new Call(names.indexOf(step.weights().keySet().iterator().next()), number, i);
            if (!step.conditional() || driver.applies(call)) {
                driver.prepareOperation(call);
                outcomes.add(driver.execute(call));
            }
        }
        return outcomes;
    }

    /** The results of a unit: ok, or the reason. */
    List<String> reasons(long number) throws Exception {
        return unit(number).stream()
                .map(each -> each.equals(Outcome.ok()) ? "ok" : each.reason())
                .toList();
    }

    long counted(String counter) {
        return user.counted(counter);
    }

    List<String> series() {
        return series;
    }

    void connect() throws Exception {
        driver.connect();
    }

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

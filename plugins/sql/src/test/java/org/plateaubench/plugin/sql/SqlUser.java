// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.UnscheduledUser;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Users of databases in tests, and their parameters. */
final class SqlUser {
    private SqlUser() {}

    static UnscheduledUser of(SutAddress sut, SqlParameters parameters) throws Exception {
        return UnscheduledUser.of(new SqlWorkload(), context(sut, parameters, Map.of()));
    }

    static WorkloadContext<SqlParameters> context(SutAddress sut, SqlParameters parameters, Map<String, String> files) {
        return new WorkloadContext<>(1, "mix", parameters, sut, 1, 7, files, WorkloadContext.Run.NONE);
    }

    /** A user of a database with the tables of setup. */
    static UnscheduledUser of(TestDatabase database, String yaml) throws Exception {
        SqlParameters parameters = parameters(yaml);
        DataSet data = data(database, parameters);
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        if (!data.verify().isEmpty()) {
            throw new IllegalArgumentException(data.verify().toString());
        }
        return of(database.address(), parameters);
    }

    static DataSet data(TestDatabase database, SqlParameters parameters) throws Exception {
        return new SqlWorkload().dataSet(context(database.address(), parameters, Map.of()));
    }

    /** The parameters of a run file, with defaults for missing ones. */
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
}
